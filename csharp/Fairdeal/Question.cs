using System;
using System.Collections.Generic;

namespace Fairdeal
{
    /// <summary>What can be dealt: a script, a profile, a script leveled by its types, or several of them mixed.</summary>
    public sealed unsafe class Question : IDisposable
    {
        FairdealQuestion* handle;

        Question(FairdealQuestion* handle)
        {
            this.handle = handle;
        }

        /// <summary>The question of a script in the dealer language.</summary>
        public static Question Script(string script)
        {
            FairdealQuestion* made;
            fixed (byte* bytes = Engine.Bytes(script))
                Engine.Check(Native.fairdeal_question_script(bytes, &made));
            return new Question(made);
        }

        /// <summary>The question that a request in JSON names.</summary>
        public static Question FromJson(string request)
        {
            FairdealQuestion* made;
            fixed (byte* bytes = Engine.Bytes(request))
                Engine.Check(Native.fairdeal_question_json(bytes, &made));
            return new Question(made);
        }

        /// <summary>The question of a file, or of an example.</summary>
        public static Question Open(string path)
        {
            FairdealQuestion* made;
            fixed (byte* bytes = Engine.Bytes(path))
                Engine.Check(Native.fairdeal_question_open(bytes, &made));
            return new Question(made);
        }

        FairdealQuestion* Handle
        {
            get
            {
                if (handle == null)
                    throw new ObjectDisposedException("Question");
                return handle;
            }
        }

        /// <summary>Answers a request about it, in JSON with JSON: <c>{"ask": "odds"}</c>.</summary>
        public string Ask(string request, Watch watch = null)
        {
            byte* answer;
            fixed (byte* bytes = Engine.Bytes(request))
                Engine.Check(Native.fairdeal_question_ask(Handle, bytes, Watch.Of(watch), &answer));
            GC.KeepAlive(this);
            GC.KeepAlive(watch);
            return Engine.Taken(answer);
        }

        /// <summary>Boards of it, found as they are asked for: <c>{"boards": 10, "seed": 1}</c>.</summary>
        public IEnumerable<Board> Deal(string request, Watch watch = null)
        {
            using (var boards = new BoardStream(Begin(request, watch)))
            {
                Board board;
                while ((board = boards.Next()) != null)
                    yield return board;
            }
        }

        IntPtr Begin(string request, Watch watch)
        {
            FairdealBoards* boards;
            fixed (byte* bytes = Engine.Bytes(request))
                Engine.Check(Native.fairdeal_question_deal(Handle, bytes, Watch.Of(watch), &boards));
            GC.KeepAlive(this);
            GC.KeepAlive(watch);
            return (IntPtr)boards;
        }

        /// <summary>Writes boards to a file, whole or not at all; tells what came of dealing them, in JSON.</summary>
        public string Write(string request, string path, Watch watch = null)
        {
            byte* answer;
            fixed (byte* bytes = Engine.Bytes(request), file = Engine.Bytes(path))
                Engine.Check(Native.fairdeal_question_write(Handle, bytes, file, Watch.Of(watch), &answer));
            GC.KeepAlive(this);
            GC.KeepAlive(watch);
            return Engine.Taken(answer);
        }

        public void Dispose()
        {
            Native.fairdeal_question_free(handle);
            handle = null;
            GC.SuppressFinalize(this);
        }

        ~Question()
        {
            Native.fairdeal_question_free(handle);
        }

        /// <summary>The boards of a run. An iterator cannot be unsafe, so it has this beside it.</summary>
        sealed unsafe class BoardStream : IDisposable
        {
            FairdealBoards* handle;

            internal BoardStream(IntPtr handle)
            {
                this.handle = (FairdealBoards*)handle;
            }

            internal Board Next()
            {
                FairdealBoard* board;
                FairdealStatus status = Native.fairdeal_boards_next(handle, &board);
                if (status == FairdealStatus.End)
                    return null;
                Engine.Check(status);
                return new Board(board);
            }

            public void Dispose()
            {
                Native.fairdeal_boards_free(handle);
                handle = null;
                GC.SuppressFinalize(this);
            }

            ~BoardStream()
            {
                Native.fairdeal_boards_free(handle);
            }
        }
    }

    /// <summary>A board.</summary>
    public sealed unsafe class Board : IDisposable
    {
        FairdealBoard* handle;
        readonly FairdealDeal deal;

        internal Board(FairdealBoard* handle)
        {
            this.handle = handle;
            FairdealDeal cards;
            Engine.Check(Native.fairdeal_board_deal(handle, &cards));
            deal = cards;
        }

        /// <summary>Its number, from 1.</summary>
        public ulong Number
        {
            get { return deal.number; }
        }

        /// <summary>Who deals: North 0, East 1, South 2, West 3.</summary>
        public int Dealer
        {
            get { return deal.dealer; }
        }

        /// <summary>Who is vulnerable: nobody 0, North and South 1, East and West 2, all 3.</summary>
        public int Vulnerable
        {
            get { return deal.vulnerable; }
        }

        /// <summary>The cards of a seat: bit 16 * suit + rank, clubs 0 to spades 3, deuce 0 to ace 12.</summary>
        public ulong Hand(int seat)
        {
            if (seat < 0 || seat > 3)
                throw new ArgumentOutOfRangeException("seat");
            fixed (ulong* hands = deal.hands)
                return hands[seat];
        }

        /// <summary>It in a format that is text: <c>oneline</c>, <c>pbn</c>, <c>json</c>.</summary>
        public string Text(string format)
        {
            if (handle == null)
                throw new ObjectDisposedException("Board");
            byte* text;
            fixed (byte* bytes = Engine.Bytes(format))
                Engine.Check(Native.fairdeal_board_text(handle, bytes, &text));
            GC.KeepAlive(this);
            return Engine.Taken(text);
        }

        public void Dispose()
        {
            Native.fairdeal_board_free(handle);
            handle = null;
            GC.SuppressFinalize(this);
        }

        ~Board()
        {
            Native.fairdeal_board_free(handle);
        }
    }
}
