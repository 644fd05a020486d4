using System;

namespace Fairdeal
{
    /// <summary>A game of euchre with its referee: it says what may be done, makes the moves that the rules allow, scores, and tells
    /// what a seat sees. One thread at a time.</summary>
    public sealed unsafe class Referee : IDisposable
    {
        FairdealTable* handle;

        Referee(FairdealTable* handle)
        {
            this.handle = handle;
        }

        /// <summary>A new game, with its first hand dealt. The dealer follows from the seed.</summary>
        public Referee(ulong seed, FairdealRules rules = default(FairdealRules))
            : this(new FairdealNewGame { seed = seed, rules = rules, dealer = Native.FAIRDEAL_NONE })
        {
        }

        /// <summary>A new game that begins as is said here.</summary>
        public Referee(FairdealNewGame how)
        {
            FairdealTable* made;
            Engine.Check(Native.fairdeal_table_new(&how, &made));
            handle = made;
        }

        /// <summary>A game as <see cref="Record"/> gave it.</summary>
        public static Referee FromRecord(string record)
        {
            FairdealTable* made;
            fixed (byte* bytes = Engine.Bytes(record))
                Engine.Check(Native.fairdeal_table_read(bytes, &made));
            return new Referee(made);
        }

        FairdealTable* Handle
        {
            get
            {
                if (handle == null)
                    throw new ObjectDisposedException("Referee");
                return handle;
            }
        }

        /// <summary>How the game stands: its numbers, as fairdeal.h explains them.</summary>
        public FairdealState State
        {
            get
            {
                FairdealState state;
                Engine.Check(Native.fairdeal_table_state(Handle, &state));
                GC.KeepAlive(this);
                return state;
            }
        }

        /// <summary>What may be done, by whom.</summary>
        public Legal Legal
        {
            get { return new Legal(State.legal); }
        }

        /// <summary>Whether the hand is over.</summary>
        public bool IsHandOver
        {
            get { return State.is_over != 0; }
        }

        /// <summary>The side that has won the game: North and South 0, East and West 1; -1 while nobody has.</summary>
        public int Winner
        {
            get
            {
                byte winner = State.winner;
                return winner == Native.FAIRDEAL_NONE ? -1 : winner;
            }
        }

        /// <summary>The points of a side: North and South 0, East and West 1.</summary>
        public int Score(int side)
        {
            if (side < 0 || side > 1)
                throw new ArgumentOutOfRangeException("side");
            FairdealState state = State;
            return state.score[side];
        }

        /// <summary>What a seat sees.</summary>
        public View View(int seat)
        {
            var view = new View();
            Engine.Check(Native.fairdeal_table_view(Handle, (byte)seat, &view.Plain));
            GC.KeepAlive(this);
            return view;
        }

        /// <summary>Where all cards lie now: for whoever draws the table, and not for players.</summary>
        public World Cards
        {
            get
            {
                var world = new World();
                Engine.Check(Native.fairdeal_table_cards(Handle, &world.Plain));
                GC.KeepAlive(this);
                return world;
            }
        }

        /// <summary>Makes a move of a seat. What the rules do not allow throws, and the game is as it was.</summary>
        public void Play(int seat, Move move)
        {
            Engine.Check(Native.fairdeal_table_play(Handle, (byte)seat, move.Number));
            GC.KeepAlive(this);
        }

        /// <summary>Deals the next hand, when this one is over and nobody has won.</summary>
        public void NextHand()
        {
            Engine.Check(Native.fairdeal_table_next(Handle));
            GC.KeepAlive(this);
        }

        /// <summary>All of the game as JSON, to be kept. It holds all cards, so it is not for players.</summary>
        public string Record
        {
            get
            {
                byte* record;
                Engine.Check(Native.fairdeal_table_record(Handle, &record));
                GC.KeepAlive(this);
                return Engine.Taken(record);
            }
        }

        /// <summary>What the hands of the game, and the game, came to, as JSON with the words for it.</summary>
        public string Scores
        {
            get
            {
                byte* scores;
                Engine.Check(Native.fairdeal_table_scores(Handle, &scores));
                GC.KeepAlive(this);
                return Engine.Taken(scores);
            }
        }

        public void Dispose()
        {
            Native.fairdeal_table_free(handle);
            handle = null;
            GC.SuppressFinalize(this);
        }

        ~Referee()
        {
            Native.fairdeal_table_free(handle);
        }
    }
}
