using System;

namespace Fairdeal
{
    /// <summary>Everything that one seat has seen, and nothing else. A value: a copy is another view.</summary>
    public unsafe struct View
    {
        /// <summary>Its numbers, as fairdeal.h explains them.</summary>
        public FairdealView Plain;

        /// <summary>Reads a view in JSON, as docs/euchre.md has it.</summary>
        public static View FromJson(string json)
        {
            var view = new View();
            fixed (byte* bytes = Engine.Bytes(json))
                Engine.Check(Native.fairdeal_view_read(bytes, &view.Plain));
            return view;
        }

        /// <summary>The same in JSON, if it holds together.</summary>
        public string ToJson()
        {
            byte* json;
            fixed (FairdealView* plain = &Plain)
                Engine.Check(Native.fairdeal_view_json(plain, &json));
            return Engine.Taken(json);
        }

        /// <summary>Whose view it is.</summary>
        public int Seat
        {
            get { return Plain.seat; }
        }

        /// <summary>The cards that the seat holds.</summary>
        public CardSet Hand
        {
            get { return new CardSet(Plain.hand); }
        }

        /// <summary>What the seat may do, if the view holds together.</summary>
        public Legal Legal
        {
            get
            {
                FairdealLegal legal;
                fixed (FairdealView* plain = &Plain)
                    Engine.Check(Native.fairdeal_view_legal(plain, &legal));
                return new Legal(legal);
            }
        }
    }

    /// <summary>What may be done, by whom.</summary>
    public struct Legal
    {
        readonly FairdealLegal plain;

        internal Legal(FairdealLegal plain)
        {
            this.plain = plain;
        }

        /// <summary>Whose turn it is; -1 if that is not the seat that asks, or the hand is over.</summary>
        public int Turn
        {
            get { return plain.turn == Native.FAIRDEAL_NONE ? -1 : plain.turn; }
        }

        /// <summary>What is to be done: Native.FAIRDEAL_STAGE_ORDER and so on.</summary>
        public int Stage
        {
            get { return plain.stage; }
        }

        /// <summary>The moves as a set: bit m is the move m.</summary>
        public ulong Bits
        {
            get { return plain.moves; }
        }

        /// <summary>Whether a move may be made.</summary>
        public bool Has(Move move)
        {
            return (plain.moves >> move.Number & 1) != 0;
        }

        /// <summary>The moves.</summary>
        public Move[] Moves()
        {
            var moves = new System.Collections.Generic.List<Move>();
            for (int number = 0; number < 64; number++)
                if ((plain.moves >> number & 1) != 0)
                    moves.Add(new Move((byte)number));
            return moves.ToArray();
        }
    }

    /// <summary>A move: a card, or a bid.</summary>
    public unsafe struct Move : IEquatable<Move>
    {
        /// <summary>Its number: that of the card, or Native.FAIRDEAL_PASS and so on.</summary>
        public readonly byte Number;

        public Move(byte number)
        {
            Number = number;
        }

        public static readonly Move Pass = new Move(Native.FAIRDEAL_PASS);
        public static readonly Move Order = new Move(Native.FAIRDEAL_ORDER);
        public static readonly Move OrderAlone = new Move(Native.FAIRDEAL_ORDER_ALONE);

        /// <summary>Names a trump: clubs 0, diamonds 1, hearts 2, spades 3, no trump 4.</summary>
        public static Move Name(int trump, bool alone)
        {
            return new Move((byte)((alone ? Native.FAIRDEAL_NAME_ALONE : Native.FAIRDEAL_NAME) + trump));
        }

        /// <summary>Whether it is a card.</summary>
        public bool IsCard
        {
            get { return Number < 32; }
        }

        public bool Equals(Move other)
        {
            return Number == other.Number;
        }

        public override bool Equals(object other)
        {
            return other is Move && Equals((Move)other);
        }

        public override int GetHashCode()
        {
            return Number;
        }

        /// <summary><c>order alone</c>, <c>JH</c>.</summary>
        public override string ToString()
        {
            byte* words;
            Engine.Check(Native.fairdeal_move_text(Number, &words));
            return Engine.Taken(words);
        }
    }

    /// <summary>A set of cards of the euchre deck: bit 8 * suit + rank, clubs 0 to spades 3, nine 0 to ace 5.</summary>
    public struct CardSet
    {
        public readonly uint Bits;

        public CardSet(uint bits)
        {
            Bits = bits;
        }

        public int Count
        {
            get
            {
                int count = 0;
                for (uint rest = Bits; rest != 0; rest &= rest - 1)
                    count++;
                return count;
            }
        }

        public bool Has(int card)
        {
            return (Bits >> card & 1) != 0;
        }

        /// <summary><c>9S QS TD</c>.</summary>
        public override string ToString()
        {
            var words = new System.Collections.Generic.List<string>();
            for (byte card = 0; card < 32; card++)
                if (Has(card))
                    words.Add(new Move(card).ToString());
            return string.Join(" ", words.ToArray());
        }
    }
}
