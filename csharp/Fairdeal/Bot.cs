using System;

namespace Fairdeal
{
    /// <summary>A player of euchre. Any number of threads may ask the same one.</summary>
    public sealed unsafe class Bot : IDisposable
    {
        FairdealBot* handle;

        /// <summary><c>random</c>, <c>beginner</c>, <c>casual</c>, <c>club</c>, <c>strong</c> or <c>expert</c>, with its habits behind it:
        /// <c>expert,time=10,goal=game</c>.</summary>
        public Bot(string settings)
        {
            FairdealBot* made;
            fixed (byte* bytes = Engine.Bytes(settings))
                Engine.Check(Native.fairdeal_bot_new(bytes, &made));
            handle = made;
        }

        /// <summary>What it does with a view, and what it thinks. The same view and seed give the same move, unless it plays by
        /// the clock. Nothing is allocated.</summary>
        public Judgement Decide(ref View view, ulong seed, Watch watch = null)
        {
            if (handle == null)
                throw new ObjectDisposedException("Bot");
            var judgement = new Judgement();
            fixed (FairdealView* plain = &view.Plain)
                Engine.Check(Native.fairdeal_bot_decide(handle, plain, seed, Watch.Of(watch), &judgement.Plain));
            GC.KeepAlive(this);
            GC.KeepAlive(watch);
            return judgement;
        }

        public void Dispose()
        {
            Native.fairdeal_bot_free(handle);
            handle = null;
            GC.SuppressFinalize(this);
        }

        ~Bot()
        {
            Native.fairdeal_bot_free(handle);
        }
    }

    /// <summary>What a bot does, and what it thinks.</summary>
    public unsafe struct Judgement
    {
        /// <summary>Its numbers, as fairdeal.h explains them.</summary>
        public FairdealJudgement Plain;

        /// <summary>What it does.</summary>
        public Move Best
        {
            get { return new Move(Plain.best); }
        }

        /// <summary>How many moves it thought about, the best first; 0 if it did not search.</summary>
        public int Count
        {
            get { return Plain.count; }
        }

        /// <summary>The move at a place, the best at 0.</summary>
        public Move MoveAt(int place)
        {
            fixed (byte* moves = Plain.moves)
                return new Move(moves[Within(place)]);
        }

        /// <summary>What that move is worth to its side: points, or the chance to win the game.</summary>
        public double ValueAt(int place)
        {
            fixed (double* values = Plain.values)
                return values[Within(place)];
        }

        int Within(int place)
        {
            if (place < 0 || place >= Plain.count)
                throw new ArgumentOutOfRangeException("place");
            return place;
        }
    }
}
