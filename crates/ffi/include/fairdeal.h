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

#ifndef FAIRDEAL_H
#define FAIRDEAL_H

#include <stdint.h>

// Where there is no seat, card, trump or side.
#define FAIRDEAL_NONE 255

// The move: says nothing, and asked to defend alone, no.
#define FAIRDEAL_PASS 32

// The move: throws the hand in, where the house lets one.
#define FAIRDEAL_THROW_IN 33

// The move: defends alone.
#define FAIRDEAL_DEFEND 34

// The move: orders the upcard up.
#define FAIRDEAL_ORDER 35

// The move: orders the upcard up, and plays alone.
#define FAIRDEAL_ORDER_ALONE 36

// The move: this and a trump (clubs 0, diamonds 1, hearts 2, spades 3, no trump 4) names it.
#define FAIRDEAL_NAME 40

// The move: this and a trump names it, and plays alone.
#define FAIRDEAL_NAME_ALONE 48

// What is to be done: order the upcard up, or pass.
#define FAIRDEAL_STAGE_ORDER 0

// What is to be done: name another suit, or pass.
#define FAIRDEAL_STAGE_NAME 1

// What is to be done: defend alone, or not.
#define FAIRDEAL_STAGE_DEFEND 2

// What is to be done: the dealer, with six cards, lays one away.
#define FAIRDEAL_STAGE_DISCARD 3

// What is to be done: the lone player's partner gives a card.
#define FAIRDEAL_STAGE_GIVE 4

// What is to be done: the lone player gives a card in return.
#define FAIRDEAL_STAGE_RETURN 5

// What is to be done: a card is to be played.
#define FAIRDEAL_STAGE_PLAY 6

// Nothing: the hand is over.
#define FAIRDEAL_STAGE_OVER 7

// How a call ended.
typedef enum FairdealStatus {
  // It is done.
  FAIRDEAL_STATUS_OK = 0,
  // There are no more boards.
  FAIRDEAL_STATUS_END = 1,
  // It cannot be done: fairdeal_last_error says why, where, and what would help.
  FAIRDEAL_STATUS_REFUSED = 2,
  // It was stopped by its watch.
  FAIRDEAL_STATUS_STOPPED = 3,
  // A pointer is NULL that must not be, or a text is not UTF-8.
  FAIRDEAL_STATUS_MISUSED = 4,
  // A fault in the library. What the call was given is to be freed and not used again.
  FAIRDEAL_STATUS_FAULT = 5,
} FairdealStatus;

// A board.
typedef struct FairdealBoard FairdealBoard;

// Boards of a question, one after the other.
typedef struct FairdealBoards FairdealBoards;

// A player of euchre.
typedef struct FairdealBot FairdealBot;

// What can be dealt: a script, a profile, a script leveled by its types, or several of them mixed.
typedef struct FairdealQuestion FairdealQuestion;

// A game of euchre, to ten points, with its referee.
typedef struct FairdealTable FairdealTable;

// Stops long work from another thread, and says how far it is.
typedef struct FairdealWatch FairdealWatch;

// All worlds that fit a view.
typedef struct FairdealWorlds FairdealWorlds;

// How far some work is.
typedef struct FairdealProgress {
  // What is being done, as a text that stays for ever: `counting`, `dealing`. Empty before it has begun.
  const char *doing;
  // How much of it is done,
  uint64_t done;
  // and of how much; 0 where that is not known.
  uint64_t of;
  // About how many deals were tried.
  uint64_t tries;
} FairdealProgress;

// The cards of a board, and who deals.
typedef struct FairdealDeal {
  // The number of the board, from 1.
  uint64_t number;
  // The hands of North, East, South and West: bit 16 * suit + rank is a card, with clubs 0, diamonds 1, hearts 2, spades 3, and
  // the deuce 0 to the ace 12. A hand that is not given is 0.
  uint64_t hands[4];
  // Who deals: North 0, East 1, South 2, West 3.
  uint8_t dealer;
  // Who is vulnerable: nobody 0, North and South 1, East and West 2, all 3.
  uint8_t vulnerable;
} FairdealDeal;

// The house rules, each 0 or 1; docs/euchre.md says what they are.
typedef struct FairdealRules {
  // When all others have passed twice, the dealer must name a suit.
  uint8_t stick_the_dealer;
  // In the second round 'no trump' may be named as well.
  uint8_t no_trump;
  // The partner of a lone player gives that player one card, and gets one back.
  uint8_t partners_best;
  // A hand of nothing but nines and tens may be thrown in.
  uint8_t farmers_hand;
  // So may a hand with an ace and no other card above the ten.
  uint8_t ace_no_face;
  // An opponent of a lone player may defend alone.
  uint8_t defend_alone;
  // Whoever orders the upcard into the partner's hand must go alone.
  uint8_t must_go_alone;
} FairdealRules;

// Everything that one seat has seen, and nothing else. Seats are North 0, East 1, South 2, West 3. A card is 8 * suit + rank, with
// clubs 0, diamonds 1, hearts 2, spades 3, and nine 0, ten 1, jack 2, queen 3, king 4, ace 5; a set of cards has the bits of
// its cards. What is not there is FAIRDEAL_NONE.
typedef struct FairdealView {
  // The cards that the seat holds, as a set.
  uint32_t hand;
  // Face-down cards of the kitty that it has rightly seen, as a set; usually none.
  uint32_t kitty;
  // Whose view it is.
  uint8_t seat;
  // Who dealt.
  uint8_t dealer;
  // The card turned up.
  uint8_t upcard;
  // The card that the seat laid away, as dealer.
  uint8_t discard;
  // Where 'partner's best' is played, the card that it gave to its partner,
  uint8_t given;
  // and the card that it got.
  uint8_t received;
  // What is trump: clubs 0, diamonds 1, hearts 2, spades 3, no trump 4. FAIRDEAL_NONE: as the bids say, and then the four fields
  // that follow are passed over.
  uint8_t trump;
  // Who made it.
  uint8_t maker;
  // Whether the dealer took the upcard.
  uint8_t taken;
  // Whether the maker plays alone.
  uint8_t alone;
  // Who defends alone.
  uint8_t defender;
  // How many bids there were. They may be left out where trump and maker are given.
  uint8_t bid_count;
  // Who bid, in order,
  uint8_t bid_seats[10];
  // and what: FAIRDEAL_PASS to FAIRDEAL_NAME_ALONE.
  uint8_t bids[10];
  // How many cards were played.
  uint8_t play_count;
  // Who played, in order; where a trick ends follows from how many play,
  uint8_t play_seats[20];
  // and which card.
  uint8_t plays[20];
  // The points before this hand: those of North and South, and those of East and West.
  uint8_t score[2];
  // The house rules.
  struct FairdealRules rules;
} FairdealView;

// What may be done now.
typedef struct FairdealLegal {
  // The moves, as a set: bit m is the move m. A card is its own number.
  uint64_t moves;
  // Whose turn it is; FAIRDEAL_NONE if that is not the seat that asks, or the hand is over.
  uint8_t turn;
  // What is to be done: FAIRDEAL_STAGE_ORDER and so on.
  uint8_t stage;
} FairdealLegal;

// What a bot does, and what it thinks.
typedef struct FairdealJudgement {
  // How many worlds fit what it has seen; 0 if it did not ask.
  uint64_t worlds;
  // How many games it played out.
  uint64_t iterations;
  // What each move is worth to its side, in points or as the chance to win the game, the best first;
  double values[12];
  // half the width of the 95% interval of that;
  double intervals[12];
  // how often it tried the move;
  uint64_t visits[12];
  // and which move that is.
  uint8_t moves[12];
  // How many moves it thought about; 0 if it did not search.
  uint8_t count;
  // What it does: a card, or FAIRDEAL_PASS to FAIRDEAL_NAME_ALONE.
  uint8_t best;
} FairdealJudgement;

// Where all cards lie: sets of cards, as in FairdealView.
typedef struct FairdealWorld {
  // The hands of North, East, South and West.
  uint32_t hands[4];
  // The three face-down cards of the kitty.
  uint32_t kitty;
  // What the dealer laid away: one card, or none.
  uint32_t discard;
} FairdealWorld;

// Exact chances. Places are the hands of North 0, East 1, South 2 and West 3, the kitty 4, and what the dealer laid away 5.
typedef struct FairdealChances {
  // At 6 * card + place: the chance that a card, unseen, lies there. 0 for cards that the seat has seen.
  double card[192];
  // At 6 * suit + place: how many cards of a suit, unseen, lie there on average. The left bower belongs to the trumps.
  double mean[24];
  // At 6 * suit + place: the chance that none does.
  double void_chance[24];
} FairdealChances;

// How a game begins.
typedef struct FairdealNewGame {
  // The seed of its deals.
  uint64_t seed;
  // Who deals first; FAIRDEAL_NONE: as the seed has it.
  uint8_t dealer;
  // The points to begin with: those of North and South, and those of East and West.
  uint8_t score[2];
  // The house rules.
  struct FairdealRules rules;
} FairdealNewGame;

// How a game stands. What is not there is FAIRDEAL_NONE.
typedef struct FairdealState {
  // What may be done, by whom.
  struct FairdealLegal legal;
  // The number of the hand that is played, from 1.
  uint32_t hand;
  // Who dealt it.
  uint8_t dealer;
  // The card turned up.
  uint8_t upcard;
  // What is trump: clubs 0, diamonds 1, hearts 2, spades 3, no trump 4.
  uint8_t trump;
  // Who made it.
  uint8_t maker;
  // Whether the dealer took the upcard.
  uint8_t taken;
  // Whether the maker plays alone.
  uint8_t alone;
  // Who defends alone.
  uint8_t defender;
  // The tricks of North and South, and those of East and West.
  uint8_t tricks[2];
  // Who took the trick, if the last move finished one,
  uint8_t trick_winner;
  // Whether the hand is over,
  uint8_t is_over;
  // whether it was thrown in,
  uint8_t is_thrown_in;
  // and the points that it brought each side.
  uint8_t points[2];
  // The points of the game so far.
  uint8_t score[2];
  // The side that has won the game: North and South 0, East and West 1.
  uint8_t winner;
} FairdealState;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// What went wrong in the last call on this thread that failed, as JSON: `{"error": {"code": …, "message": …, "places": […],
// "help": …}}`. It is ours, and stays until the next call on this thread that fails; empty if none has.
const char *fairdeal_last_error(void);

// The same in a sentence for people.
const char *fairdeal_last_message(void);

// The same as a word for programs, which stays when the sentence is improved: `illegal-move`, `not-a-view`.
const char *fairdeal_last_code(void);

// A watch, to be given to long calls. One that was stopped stays stopped: make a new one for the next call.
enum FairdealStatus fairdeal_watch_new(struct FairdealWatch **watch);

// Stops what was given this watch: it comes back soon, with FAIRDEAL_STATUS_STOPPED. From any thread.
enum FairdealStatus fairdeal_watch_stop(const struct FairdealWatch *watch);

// How far the work is. From any thread.
enum FairdealStatus fairdeal_watch_progress(const struct FairdealWatch *watch,
                                            struct FairdealProgress *progress);

// Frees a watch. Work that was given it goes on.
void fairdeal_watch_free(struct FairdealWatch *watch);

// Answers a request in JSON with JSON, as docs/json.md has both: `{"ask": "odds", "script": "condition hcp(south) >= 15"}`.
// The watch may be NULL.
enum FairdealStatus fairdeal_ask(const char *request,
                                 const struct FairdealWatch *watch,
                                 char **answer);

// The version of the library, as a text that stays for ever: `0.1.0`.
const char *fairdeal_version(void);

// Frees a text that the library gave.
void fairdeal_text_free(char *text);

// The question of a script in the dealer language. What is wrong with the script is said when something is asked of it.
enum FairdealStatus fairdeal_question_script(const char *script,
                                             struct FairdealQuestion **question);

// The question that a request names, as requests for boards do: `{"script": "…", "types": ["…"], "level": true}`,
// `{"profile": {…}}` or `{"mixed": […]}`.
enum FairdealStatus fairdeal_question_json(const char *request,
                                           struct FairdealQuestion **question);

// The question of a file: a script, or a profile if its name ends in .json. The name of an example does as well.
enum FairdealStatus fairdeal_question_open(const char *path,
                                           struct FairdealQuestion **question);

// Answers a request about a question, which the request does not name: `{"ask": "odds"}`. The watch may be NULL.
enum FairdealStatus fairdeal_question_ask(const struct FairdealQuestion *question,
                                          const char *request,
                                          const struct FairdealWatch *watch,
                                          char **answer);

// Boards of a question: as many, and by the seed, as the request says: `{"boards": 10, "seed": 1}`. The request may be NULL, and
// so may the watch, which stops the boards, too.
enum FairdealStatus fairdeal_question_deal(const struct FairdealQuestion *question,
                                           const char *request,
                                           const struct FairdealWatch *watch,
                                           struct FairdealBoards **boards);

// Writes boards of a question to a file, whole or not at all, in the format that its name says: `.pbn`, `.lin`, `.pdf` and so on. The
// answer says what came of dealing them. The request may be NULL, and so may the watch.
enum FairdealStatus fairdeal_question_write(const struct FairdealQuestion *question,
                                            const char *request,
                                            const char *path,
                                            const struct FairdealWatch *watch,
                                            char **answer);

// Frees a question. Its boards go on.
void fairdeal_question_free(struct FairdealQuestion *question);

// The next board; FAIRDEAL_STATUS_END, and no board, when there are no more.
enum FairdealStatus fairdeal_boards_next(struct FairdealBoards *boards, struct FairdealBoard **board);

// Frees boards; what is still being looked for is given up.
void fairdeal_boards_free(struct FairdealBoards *boards);

// The cards of a board, and who deals.
enum FairdealStatus fairdeal_board_deal(const struct FairdealBoard *board, struct FairdealDeal *deal);

// A board in a format that is text, by its name: `oneline`, `pbn`, `lin`, `json`.
enum FairdealStatus fairdeal_board_text(const struct FairdealBoard *board,
                                        const char *format,
                                        char **written);

// Frees a board.
void fairdeal_board_free(struct FairdealBoard *board);

// Reads a view that is written in JSON, as docs/euchre.md has it.
enum FairdealStatus fairdeal_view_read(const char *json, struct FairdealView *view);

// Writes a view in JSON, if it holds together.
enum FairdealStatus fairdeal_view_json(const struct FairdealView *view, char **json);

// What the seat of a view may do, if the view holds together; nothing if it is not its turn.
enum FairdealStatus fairdeal_view_legal(const struct FairdealView *view, struct FairdealLegal *legal);

// A move in words, `order alone` or `JH`.
enum FairdealStatus fairdeal_move_text(uint8_t made, char **words);

// A bot by its level, `random`, `beginner`, `casual`, `club`, `strong` or `expert`, with its habits behind it: `expert,bold,time=10`.
enum FairdealStatus fairdeal_bot_new(const char *settings,
                                     struct FairdealBot **bot);

// What a bot does with a view, if the view holds together and it is the seat's turn. The same view and seed give the same move,
// unless the bot plays by the clock. Any number of threads may ask the same bot. The watch may be NULL.
enum FairdealStatus fairdeal_bot_decide(const struct FairdealBot *bot,
                                        const struct FairdealView *view,
                                        uint64_t seed,
                                        const struct FairdealWatch *watch,
                                        struct FairdealJudgement *judgement);

// Frees a bot.
void fairdeal_bot_free(struct FairdealBot *bot);

// The worlds that fit a view; it is refused, with the facts that clash, if none does.
enum FairdealStatus fairdeal_worlds_new(const struct FairdealView *view, struct FairdealWorlds **worlds);

// How many worlds there are.
enum FairdealStatus fairdeal_worlds_count(const struct FairdealWorlds *worlds, uint64_t *count);

// Draws worlds, each with the same chance; the same seed draws the same. There must be room for so many.
enum FairdealStatus fairdeal_worlds_sample(const struct FairdealWorlds *worlds,
                                           uint64_t seed,
                                           struct FairdealWorld *drawn,
                                           uint32_t count);

// The exact chances of who holds what.
enum FairdealStatus fairdeal_worlds_chances(const struct FairdealWorlds *worlds,
                                            struct FairdealChances *chances);

// Frees worlds.
void fairdeal_worlds_free(struct FairdealWorlds *worlds);

// A new game, with its first hand dealt.
enum FairdealStatus fairdeal_table_new(const struct FairdealNewGame *how, struct FairdealTable **table);

// A game as fairdeal_table_record gave it.
enum FairdealStatus fairdeal_table_read(const char *record, struct FairdealTable **table);

// All of a game as JSON, to be kept, or given to fairdeal_ask. It holds all cards, so it is not for players.
enum FairdealStatus fairdeal_table_record(const struct FairdealTable *table, char **record);

// How a game stands.
enum FairdealStatus fairdeal_table_state(const struct FairdealTable *table, struct FairdealState *state);

// What a seat sees.
enum FairdealStatus fairdeal_table_view(const struct FairdealTable *table,
                                        uint8_t seat,
                                        struct FairdealView *view);

// Where all cards lie now: for whoever draws the table, and not for players.
enum FairdealStatus fairdeal_table_cards(const struct FairdealTable *table, struct FairdealWorld *cards);

// Makes a move of a seat: a card, or FAIRDEAL_PASS to FAIRDEAL_NAME_ALONE. FAIRDEAL_NONE is whoever has the turn. What the rules do
// not allow is refused, and the game is as it was.
enum FairdealStatus fairdeal_table_play(struct FairdealTable *table,
                                        uint8_t seat,
                                        uint8_t made);

// Deals the next hand, if this one is over and nobody has won.
enum FairdealStatus fairdeal_table_next(struct FairdealTable *table);

// What the hands of a game, and the game, came to, as JSON with the words for it.
enum FairdealStatus fairdeal_table_scores(const struct FairdealTable *table, char **scores);

// Frees a game.
void fairdeal_table_free(struct FairdealTable *table);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FAIRDEAL_H */
