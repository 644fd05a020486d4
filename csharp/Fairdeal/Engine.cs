using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Fairdeal
{
    /// <summary>What can be asked without a handle, and how calls to the library end.</summary>
    public static unsafe class Engine
    {
        /// <summary>The version of the library.</summary>
        public static string Version
        {
            get { return Text(Native.fairdeal_version()); }
        }

        /// <summary>Answers a request in JSON with JSON, as docs/json.md has both. A watch may stop it.</summary>
        public static string Ask(string request, Watch watch = null)
        {
            byte* answer;
            fixed (byte* bytes = Bytes(request))
                Check(Native.fairdeal_ask(bytes, Watch.Of(watch), &answer));
            GC.KeepAlive(watch);
            return Taken(answer);
        }

        /// <summary>Throws what went wrong in a call, if something did.</summary>
        internal static void Check(FairdealStatus status)
        {
            if (status != FairdealStatus.Ok)
                throw Failed(status);
        }

        internal static Exception Failed(FairdealStatus status)
        {
            string json = Text(Native.fairdeal_last_error());
            string message = Text(Native.fairdeal_last_message());
            if (status == FairdealStatus.Stopped)
                return new OperationCanceledException(message);
            return new FairdealException(status, Text(Native.fairdeal_last_code()), message, json);
        }

        /// <summary>A text as C has it.</summary>
        internal static byte[] Bytes(string text)
        {
            if (text == null)
                throw new ArgumentNullException("text");
            if (text.IndexOf('\0') >= 0)
                throw new ArgumentException("a text for the library has no zero in it", "text");
            var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        /// <summary>A text of the library's, which stays there.</summary>
        internal static string Text(byte* text)
        {
            int length = 0;
            while (text[length] != 0)
                length++;
            var bytes = new byte[length];
            Marshal.Copy((IntPtr)text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>A text that the library gave away: it is freed.</summary>
        internal static string Taken(byte* text)
        {
            string taken = Text(text);
            Native.fairdeal_text_free(text);
            return taken;
        }
    }

    /// <summary>Why the library did not do what it was asked for.</summary>
    public sealed class FairdealException : Exception
    {
        internal FairdealException(FairdealStatus status, string code, string message, string json) : base(message)
        {
            Status = status;
            Code = code;
            Json = json;
        }

        /// <summary>How the call ended.</summary>
        public FairdealStatus Status { get; private set; }

        /// <summary>A word for programs, which stays when the sentence is improved: <c>illegal-move</c>.</summary>
        public string Code { get; private set; }

        /// <summary>All of it, with places and help, as docs/json.md has errors.</summary>
        public string Json { get; private set; }
    }

    /// <summary>Stops long work from another thread, and says how far it is. One that was stopped stays stopped.</summary>
    public sealed unsafe class Watch : IDisposable
    {
        FairdealWatch* handle;

        public Watch()
        {
            FairdealWatch* made;
            Engine.Check(Native.fairdeal_watch_new(&made));
            handle = made;
        }

        internal static FairdealWatch* Of(Watch watch)
        {
            return watch == null ? null : watch.Handle;
        }

        FairdealWatch* Handle
        {
            get
            {
                if (handle == null)
                    throw new ObjectDisposedException("Watch");
                return handle;
            }
        }

        /// <summary>What was given this watch throws OperationCanceledException soon.</summary>
        public void Stop()
        {
            Engine.Check(Native.fairdeal_watch_stop(Handle));
            GC.KeepAlive(this);
        }

        /// <summary>What is being done, <c>counting</c> or <c>dealing</c>; how much of it is done; and of how much, or 0.</summary>
        public string Progress(out ulong done, out ulong of)
        {
            FairdealProgress progress;
            Engine.Check(Native.fairdeal_watch_progress(Handle, &progress));
            GC.KeepAlive(this);
            done = progress.done;
            of = progress.of;
            return Engine.Text(progress.doing);
        }

        public void Dispose()
        {
            Native.fairdeal_watch_free(handle);
            handle = null;
            GC.SuppressFinalize(this);
        }

        ~Watch()
        {
            Native.fairdeal_watch_free(handle);
        }
    }
}
