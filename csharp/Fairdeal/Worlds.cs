using System;

namespace Fairdeal
{
    /// <summary>All worlds that fit a view: counted exactly, drawn fairly.</summary>
    public sealed unsafe class Worlds : IDisposable
    {
        /// <summary>The places of cards: the hands of North 0, East 1, South 2, West 3, and these two.</summary>
        public const int Kitty = 4, Discard = 5;

        FairdealWorlds* handle;
        FairdealChances chances;
        bool isCounted;

        /// <summary>Throws, with the facts that clash, if no world fits.</summary>
        public Worlds(ref View view)
        {
            FairdealWorlds* made;
            fixed (FairdealView* plain = &view.Plain)
                Engine.Check(Native.fairdeal_worlds_new(plain, &made));
            handle = made;
        }

        FairdealWorlds* Handle
        {
            get
            {
                if (handle == null)
                    throw new ObjectDisposedException("Worlds");
                return handle;
            }
        }

        /// <summary>How many there are.</summary>
        public ulong Count
        {
            get
            {
                ulong count;
                Engine.Check(Native.fairdeal_worlds_count(Handle, &count));
                GC.KeepAlive(this);
                return count;
            }
        }

        /// <summary>Draws worlds, each with the same chance; the same seed draws the same.</summary>
        public World[] Sample(int count, ulong seed)
        {
            var worlds = new World[count];
            if (count == 0)
                return worlds;
            fixed (World* first = worlds)
                Engine.Check(Native.fairdeal_worlds_sample(Handle, seed, (FairdealWorld*)first, (uint)count));
            GC.KeepAlive(this);
            return worlds;
        }

        /// <summary>The exact chance that a card lies in a place; 0 for a card that the seat has seen.</summary>
        public double Chance(int card, int place)
        {
            if (card < 0 || card > 31 || place < 0 || place > 5)
                throw new ArgumentOutOfRangeException();
            Counted();
            fixed (double* chance = chances.card)
                return chance[6 * card + place];
        }

        /// <summary>The exact chance that a place has no card of a suit; the left bower is a trump.</summary>
        public double VoidChance(int suit, int place)
        {
            if (suit < 0 || suit > 3 || place < 0 || place > 5)
                throw new ArgumentOutOfRangeException();
            Counted();
            fixed (double* chance = chances.void_chance)
                return chance[6 * suit + place];
        }

        void Counted()
        {
            if (isCounted)
                return;
            fixed (FairdealChances* plain = &chances)
                Engine.Check(Native.fairdeal_worlds_chances(Handle, plain));
            GC.KeepAlive(this);
            isCounted = true;
        }

        public void Dispose()
        {
            Native.fairdeal_worlds_free(handle);
            handle = null;
            GC.SuppressFinalize(this);
        }

        ~Worlds()
        {
            Native.fairdeal_worlds_free(handle);
        }
    }

    /// <summary>Where all cards lie.</summary>
    public unsafe struct World
    {
        /// <summary>Its numbers, as fairdeal.h explains them.</summary>
        public FairdealWorld Plain;

        /// <summary>The cards of a seat.</summary>
        public CardSet Hand(int seat)
        {
            if (seat < 0 || seat > 3)
                throw new ArgumentOutOfRangeException("seat");
            fixed (uint* hands = Plain.hands)
                return new CardSet(hands[seat]);
        }

        /// <summary>The three face-down cards of the kitty.</summary>
        public CardSet Kitty
        {
            get { return new CardSet(Plain.kitty); }
        }

        /// <summary>What the dealer laid away.</summary>
        public CardSet Discard
        {
            get { return new CardSet(Plain.discard); }
        }
    }
}
