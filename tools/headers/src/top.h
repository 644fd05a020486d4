// Fairdeal for C: boards under conditions, exact odds, and euchre with bots and a referee. docs/c.md shows its use.
//
// Memory, in five lines:
// 1. A thing that a call gives (FairdealQuestion *, FairdealBot *) is yours until its ..._free, once; NULL may be freed, too.
// 2. A text that a call gives (char *) is yours until fairdeal_text_free, once. Never use free() on what is ours.
// 3. A text that is const char * is ours, and said where it is given how long it stays.
// 4. What you give, texts and structs, stays yours; nothing of it is kept after the call.
// 5. After a call that does not end with FAIRDEAL_STATUS_OK, what it should have given is NULL, or a struct as it was.
//
// Texts are UTF-8 and end with a zero. Every call that can fail says how it ended; fairdeal_last_error says why, for the
// thread that called. No exception and no panic comes out of a call.
//
// Threads: any thread may use anything. Questions, bots, worlds and watches may be used by several at once; boards and tables, which
// change, by one at a time. Nobody may use a thing while it is freed. One call works on the thread that makes it, but for solving
// and for boards that must be distinct, which have threads of their own.
