// The library from C, as a game uses it; tests/linked.py compiles and runs it.
//
//   linked check          every function, and every way in which one can fail
//   linked decide N       N decisions of bots, in games that the referee runs
//   linked time N         the same, N decisions of the club bot: what one of the middle takes, in microseconds
//   linked ask            answers each line of standard input, a request in JSON, with a line
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fairdeal.h"

#define MUST(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s does not hold; last error: %s\n", __FILE__, __LINE__, #condition,     \
                    fairdeal_last_error());                                                                  \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)
#define OK(call) MUST((call) == FAIRDEAL_STATUS_OK)

// A call that must be refused with this code.
static void refused(FairdealStatus status, const char *code) {
    MUST(status == FAIRDEAL_STATUS_REFUSED);
    if (strcmp(fairdeal_last_code(), code) != 0) {
        fprintf(stderr, "%s was expected, and not %s\n", code, fairdeal_last_error());
        exit(1);
    }
    MUST(*fairdeal_last_message() && strstr(fairdeal_last_error(), "{\"error\":{\"code\":") == fairdeal_last_error());
}

static void misused(FairdealStatus status) {
    MUST(status == FAIRDEAL_STATUS_MISUSED && strcmp(fairdeal_last_code(), "misused") == 0);
}

static FairdealTable *new_table(uint64_t seed, FairdealRules rules) {
    FairdealNewGame how = {.seed = seed, .dealer = FAIRDEAL_NONE, .rules = rules};
    FairdealTable *table;
    OK(fairdeal_table_new(&how, &table));
    return table;
}

static FairdealBot *new_bot(const char *settings) {
    FairdealBot *bot;
    OK(fairdeal_bot_new(settings, &bot));
    return bot;
}

static void *stop_soon(void *watch) {
    struct timespec moment = {.tv_nsec = 50 * 1000 * 1000};
    nanosleep(&moment, NULL);
    OK(fairdeal_watch_stop(watch));
    return NULL;
}

static void check_questions(void) {
    FairdealQuestion *question, *other;
    FairdealBoards *boards;
    FairdealBoard *board;
    FairdealDeal deal;
    FairdealWatch *watch;
    char *text;

    OK(fairdeal_question_script("condition hcp(south) >= 20", &question));
    OK(fairdeal_question_deal(question, "{\"boards\": 3, \"seed\": 7}", NULL, &boards));
    for (uint64_t number = 1; number <= 3; number++) {
        OK(fairdeal_boards_next(boards, &board));
        OK(fairdeal_board_deal(board, &deal));
        MUST(deal.number == number && deal.dealer == (number - 1) % 4);
        uint64_t all = 0;
        for (int seat = 0; seat < 4; seat++) {
            MUST(__builtin_popcountll(deal.hands[seat]) == 13 && (all & deal.hands[seat]) == 0);
            all |= deal.hands[seat];
        }
        MUST(all == 0x1fff1fff1fff1fffull);
        int points = 0;
        for (int suit = 0; suit < 4; suit++)
            for (int rank = 9; rank <= 12; rank++) points += (rank - 8) * (int)(deal.hands[2] >> (16 * suit + rank) & 1);
        MUST(points >= 20);
        OK(fairdeal_board_text(board, "oneline", &text));
        MUST(strncmp(text, "n ", 2) == 0);
        fairdeal_text_free(text);
        refused(fairdeal_board_text(board, "docx", &text), "bad-request");
        MUST(text == NULL);
        misused(fairdeal_board_text(board, "pdf", &text));
        fairdeal_board_free(board);
    }
    MUST(fairdeal_boards_next(boards, &board) == FAIRDEAL_STATUS_END && board == NULL);
    fairdeal_boards_free(boards);

    // Boards of a question that was freed go on, and so do those of a watch.
    OK(fairdeal_watch_new(&watch));
    OK(fairdeal_question_json("{\"script\": \"condition hcp(south) > 15\", \"types\": [\"a=spades(south)>4,b=spades(south)<5\"], \"level\": true}", &other));
    OK(fairdeal_question_deal(other, "{\"boards\": 4, \"seed\": \"club\"}", watch, &boards));
    fairdeal_question_free(other);
    fairdeal_watch_free(watch);
    OK(fairdeal_boards_next(boards, &board));
    OK(fairdeal_board_text(board, "json", &text));
    MUST(strstr(text, "\"hand_type\""));
    fairdeal_text_free(text);
    fairdeal_board_free(board);
    fairdeal_boards_free(boards); // though not all were taken

    OK(fairdeal_question_ask(question, "{\"ask\": \"odds\"}", NULL, &text));
    MUST(strstr(text, "\"exact\":true"));
    fairdeal_text_free(text);
    refused(fairdeal_question_ask(question, "{\"ask\": \"odds\", \"script\": \"1\"}", NULL, &text), "bad-request");
    refused(fairdeal_question_ask(question, "{", NULL, &text), "bad-request");
    refused(fairdeal_question_deal(question, "{\"boards\": -1}", NULL, &boards), "bad-request");
    refused(fairdeal_question_deal(question, "{\"order\": \"spread\"}", NULL, &boards), "bad-request");
    refused(fairdeal_question_json("{}", &other), "bad-request");
    refused(fairdeal_question_json("[", &other), "bad-request");
    refused(fairdeal_question_open("there/is/no.such", &other), "unreadable");
    OK(fairdeal_question_open("weak-two", &other));
    fairdeal_question_free(other);
    fairdeal_question_free(question);

    // What is wrong with a script is said with its place.
    OK(fairdeal_question_script("condition hpc(south) > 3", &question));
    refused(fairdeal_question_ask(question, "{\"ask\": \"odds\"}", NULL, &text), "unknown-word");
    MUST(strstr(fairdeal_last_error(), "\"column\":11") && strstr(fairdeal_last_error(), "did you mean"));
    fairdeal_question_free(question);

    // A file is whole, or not there.
    OK(fairdeal_question_script("condition hcp(south) >= 12", &question));
    const char *folder = getenv("LINKED_FOLDER");
    char path[4096];
    snprintf(path, sizeof path, "%s/boards.pbn", folder ? folder : ".");
    OK(fairdeal_question_write(question, "{\"boards\": 2, \"seed\": 1}", path, NULL, &text));
    MUST(strstr(text, "\"boards\":2"));
    fairdeal_text_free(text);
    refused(fairdeal_question_write(question, NULL, "boards.docx", NULL, &text), "board-file");
    refused(fairdeal_question_write(question, NULL, "no/such/folder/boards.pbn", NULL, &text), "cannot-write");
    fairdeal_question_free(question);

    // Long work is stopped from another thread, and its progress is told.
    OK(fairdeal_watch_new(&watch));
    FairdealProgress progress;
    OK(fairdeal_watch_progress(watch, &progress));
    MUST(*progress.doing == 0 && progress.done == 0);
    pthread_t thread;
    MUST(pthread_create(&thread, NULL, stop_soon, watch) == 0);
    // It has no end that anyone would wait for; it is stopped while it is planned, or later.
    OK(fairdeal_question_script("condition rnd(1000000000) == 77", &question));
    FairdealStatus status = fairdeal_question_deal(question, "{\"boards\": 1000, \"generate\": 9000000000000000000}", watch, &boards);
    board = NULL;
    while (status == FAIRDEAL_STATUS_OK) {
        fairdeal_board_free(board);
        status = fairdeal_boards_next(boards, &board);
    }
    MUST(status == FAIRDEAL_STATUS_STOPPED && board == NULL);
    MUST(strcmp(fairdeal_last_code(), "stopped") == 0);
    MUST(pthread_join(thread, NULL) == 0);
    OK(fairdeal_watch_progress(watch, &progress));
    MUST(*progress.doing != 0);
    fairdeal_boards_free(boards);
    fairdeal_question_free(question);
    MUST(fairdeal_ask("{\"ask\": \"odds\", \"script\": \"condition hcp(south) > 36\"}", watch, &text) == FAIRDEAL_STATUS_STOPPED);
    MUST(text == NULL);
    fairdeal_watch_free(watch);

    OK(fairdeal_ask("{\"ask\": \"odds\", \"script\": \"condition hcp(south) > 36\"}", NULL, &text));
    MUST(strstr(text, "\"count\":\""));
    fairdeal_text_free(text);
    refused(fairdeal_ask("{\"ask\": \"nonsense\"}", NULL, &text), "bad-request");
    MUST(text == NULL && strcmp(fairdeal_version(), "0.1.0") == 0);
}

static void check_table(void) {
    FairdealRules none = {0};
    FairdealTable *table = new_table(7, none), *again;
    FairdealState state;
    FairdealView view, read;
    FairdealLegal legal;
    FairdealWorld cards, drawn[50];
    FairdealWorlds *worlds;
    static FairdealChances chances;
    FairdealJudgement judgement;
    char *text;

    OK(fairdeal_table_state(table, &state));
    MUST(state.hand == 1 && state.legal.stage == FAIRDEAL_STAGE_ORDER && state.trump == FAIRDEAL_NONE);
    uint8_t first = state.legal.turn;
    MUST(first == (state.dealer + 1) % 4 && state.winner == FAIRDEAL_NONE);
    MUST(state.legal.moves == (1ull << FAIRDEAL_PASS | 1ull << FAIRDEAL_ORDER | 1ull << FAIRDEAL_ORDER_ALONE));

    // What may not be done is refused, and nothing has changed.
    refused(fairdeal_table_play(table, (first + 1) % 4, FAIRDEAL_PASS), "not-to-move");
    refused(fairdeal_table_play(table, first, FAIRDEAL_NAME + 1), "illegal-move");
    refused(fairdeal_table_play(table, first, 0), "illegal-move");
    refused(fairdeal_table_play(table, first, 77), "not-a-view");
    refused(fairdeal_table_play(table, 4, FAIRDEAL_PASS), "not-a-view");
    refused(fairdeal_table_next(table), "no-next-hand");
    FairdealState same;
    OK(fairdeal_table_state(table, &same));
    MUST(memcmp(&same.score, &state.score, 2) == 0 && same.legal.moves == state.legal.moves && same.legal.turn == first);

    // A view, its worlds, and the truth among what may be.
    OK(fairdeal_table_cards(table, &cards));
    OK(fairdeal_table_view(table, first, &view));
    MUST(view.hand == cards.hands[first] && view.kitty == 0 && view.seat == first);
    OK(fairdeal_view_json(&view, &text));
    OK(fairdeal_view_read(text, &read));
    fairdeal_text_free(text);
    MUST(memcmp(&view, &read, offsetof(FairdealView, rules) + sizeof view.rules) == 0);
    OK(fairdeal_view_legal(&view, &legal));
    MUST(legal.moves == state.legal.moves && legal.turn == first);
    OK(fairdeal_worlds_new(&view, &worlds));
    uint64_t count;
    OK(fairdeal_worlds_count(worlds, &count));
    MUST(count == 8568ull * 1287 * 56);
    OK(fairdeal_worlds_sample(worlds, 1, drawn, 50));
    for (int world = 0; world < 50; world++) {
        MUST(drawn[world].hands[first] == view.hand);
        MUST((drawn[world].hands[0] | drawn[world].hands[1] | drawn[world].hands[2] | drawn[world].hands[3] |
              drawn[world].kitty | 1u << view.upcard) == 0x3f3f3f3fu);
    }
    MUST(memcmp(drawn, drawn + 1, sizeof *drawn) != 0);
    OK(fairdeal_worlds_chances(worlds, &chances));
    for (int card = 0; card < 32; card++) {
        double sum = 0;
        for (int place = 0; place < 6; place++) sum += chances.card[6 * card + place];
        int unseen = card % 8 < 6 && !(view.hand >> card & 1) && card != view.upcard;
        MUST(sum > unseen - 1e-9 && sum < unseen + 1e-9);
    }
    fairdeal_worlds_free(worlds);

    // Views that hold together in no world, or are none.
    read = view;
    read.hand = 0x3f;
    refused(fairdeal_view_legal(&read, &legal), "view-contradicts-itself");
    refused(fairdeal_worlds_new(&read, &worlds), "view-contradicts-itself");
    MUST(worlds == NULL);
    struct {
        size_t place;
        uint8_t wrong;
    } wrongs[] = {
        {offsetof(FairdealView, seat), 4},       {offsetof(FairdealView, dealer), 9},
        {offsetof(FairdealView, upcard), 6},     {offsetof(FairdealView, discard), 254},
        {offsetof(FairdealView, trump), 5},      {offsetof(FairdealView, bid_count), 11},
        {offsetof(FairdealView, play_count), 21}, {offsetof(FairdealView, hand), 0xc0},
    };
    for (size_t place = 0; place < sizeof wrongs / sizeof *wrongs; place++) {
        read = view;
        ((uint8_t *)&read)[wrongs[place].place] = wrongs[place].wrong;
        refused(fairdeal_view_json(&read, &text), "not-a-view");
    }
    read = view;
    read.bid_count = 1;
    refused(fairdeal_view_json(&read, &text), "not-a-view"); // a bid that is none
    refused(fairdeal_view_read("{", &read), "not-a-view");
    refused(fairdeal_view_read("{\"seat\": \"S\"}", &read), "not-a-view");
    uint8_t *bytes = (uint8_t *)&read;
    srand(1);
    for (int round = 0; round < 20000; round++) { // whatever is in a struct, it is answered
        read = view;
        for (int change = 0; change < 1 + round % 6; change++) bytes[rand() % sizeof read] = rand();
        FairdealStatus status = fairdeal_view_legal(&read, &legal);
        MUST(status == FAIRDEAL_STATUS_OK || status == FAIRDEAL_STATUS_REFUSED);
    }

    // Bots.
    FairdealBot *bot = new_bot("expert,iterations=200");
    OK(fairdeal_bot_decide(bot, &view, 5, NULL, &judgement));
    MUST(state.legal.moves >> judgement.best & 1 && judgement.count == 3 && judgement.iterations == 200);
    MUST(judgement.worlds == count && judgement.moves[0] == judgement.best && judgement.values[0] >= judgement.values[2]);
    OK(fairdeal_table_view(table, (first + 1) % 4, &read));
    refused(fairdeal_bot_decide(bot, &read, 5, NULL, &judgement), "not-to-move");
    FairdealWatch *watch;
    OK(fairdeal_watch_new(&watch));
    OK(fairdeal_watch_stop(watch));
    MUST(fairdeal_bot_decide(bot, &view, 5, watch, &judgement) == FAIRDEAL_STATUS_STOPPED);
    fairdeal_watch_free(watch);
    fairdeal_bot_free(bot);
    refused(fairdeal_bot_new("genius", &bot), "no-such-level");
    refused(fairdeal_bot_new("expert,quickly", &bot), "no-such-habit");
    refused(fairdeal_bot_new("expert,iterations=0", &bot), "not-in-range");
    MUST(bot == NULL);
    bot = new_bot("expert,time=5,goal=game");
    OK(fairdeal_bot_decide(bot, &view, 5, NULL, &judgement));
    fairdeal_bot_free(bot);

    // Records.
    OK(fairdeal_table_play(table, FAIRDEAL_NONE, FAIRDEAL_ORDER));
    OK(fairdeal_table_record(table, &text));
    OK(fairdeal_table_read(text, &again));
    fairdeal_text_free(text);
    OK(fairdeal_table_state(table, &state));
    OK(fairdeal_table_state(again, &same));
    MUST(same.trump == state.trump && same.maker == first && same.taken == 1 && same.legal.stage == FAIRDEAL_STAGE_DISCARD);
    MUST(same.legal.moves == state.legal.moves && __builtin_popcountll(same.legal.moves) == 6);
    fairdeal_table_free(again);
    OK(fairdeal_table_scores(table, &text));
    MUST(strstr(text, "\"hands\":[]"));
    fairdeal_text_free(text);
    refused(fairdeal_table_read("{}", &again), "not-a-game-record");
    fairdeal_table_free(table);
    FairdealNewGame won = {.seed = 1, .dealer = 0, .score = {10, 0}};
    refused(fairdeal_table_new(&won, &table), "bad-request");
    won.score[0] = 0, won.dealer = 4;
    refused(fairdeal_table_new(&won, &table), "not-a-view");

    OK(fairdeal_move_text(FAIRDEAL_ORDER_ALONE, &text));
    MUST(strcmp(text, "order alone") == 0);
    fairdeal_text_free(text);
    OK(fairdeal_move_text(8 * 2 + 2, &text));
    MUST(strcmp(text, "JH") == 0);
    fairdeal_text_free(text);
    refused(fairdeal_move_text(200, &text), "not-a-view");
}

// NULL in every place.
static void check_nulls(void) {
    FairdealQuestion *question = NULL;
    FairdealTable *table = new_table(1, (FairdealRules){0});
    FairdealView view;
    FairdealBot *bot = new_bot("beginner");
    FairdealWatch *watch;
    char *text;
    OK(fairdeal_table_view(table, 0, &view));
    OK(fairdeal_question_script("1", &question));
    misused(fairdeal_watch_new(NULL));
    misused(fairdeal_watch_stop(NULL));
    misused(fairdeal_watch_progress(NULL, &(FairdealProgress){0}));
    OK(fairdeal_watch_new(&watch));
    misused(fairdeal_watch_progress(watch, NULL));
    fairdeal_watch_free(watch);
    misused(fairdeal_ask(NULL, NULL, &text));
    misused(fairdeal_ask("{}", NULL, NULL));
    misused(fairdeal_ask("\xff\xfe", NULL, &text));
    fairdeal_question_free(question);
    misused(fairdeal_question_script(NULL, &question));
    MUST(question == NULL);
    misused(fairdeal_question_script("1", NULL));
    misused(fairdeal_question_json(NULL, &question));
    misused(fairdeal_question_json("{}", NULL));
    misused(fairdeal_question_open(NULL, &question));
    misused(fairdeal_question_open("x", NULL));
    misused(fairdeal_question_ask(NULL, "{}", NULL, &text));
    misused(fairdeal_question_deal(NULL, NULL, NULL, &(FairdealBoards *){NULL}));
    misused(fairdeal_question_write(NULL, NULL, "x", NULL, &text));
    misused(fairdeal_boards_next(NULL, &(FairdealBoard *){NULL}));
    misused(fairdeal_board_deal(NULL, &(FairdealDeal){0}));
    misused(fairdeal_board_text(NULL, "pbn", &text));
    misused(fairdeal_view_read(NULL, &view));
    misused(fairdeal_view_read("{}", NULL));
    misused(fairdeal_view_json(NULL, &text));
    misused(fairdeal_view_json(&view, NULL));
    misused(fairdeal_view_legal(NULL, &(FairdealLegal){0}));
    misused(fairdeal_view_legal(&view, NULL));
    misused(fairdeal_move_text(1, NULL));
    misused(fairdeal_bot_new(NULL, &(FairdealBot *){NULL}));
    misused(fairdeal_bot_new("club", NULL));
    misused(fairdeal_bot_decide(NULL, &view, 1, NULL, &(FairdealJudgement){0}));
    misused(fairdeal_bot_decide(bot, NULL, 1, NULL, &(FairdealJudgement){0}));
    misused(fairdeal_bot_decide(bot, &view, 1, NULL, NULL));
    misused(fairdeal_worlds_new(NULL, &(FairdealWorlds *){NULL}));
    misused(fairdeal_worlds_new(&view, NULL));
    misused(fairdeal_worlds_count(NULL, &(uint64_t){0}));
    misused(fairdeal_worlds_sample(NULL, 1, &(FairdealWorld){0}, 1));
    misused(fairdeal_worlds_chances(NULL, &(FairdealChances){.card = {0}}));
    misused(fairdeal_table_new(NULL, &(FairdealTable *){NULL}));
    misused(fairdeal_table_new(&(FairdealNewGame){0}, NULL));
    misused(fairdeal_table_read(NULL, &(FairdealTable *){NULL}));
    misused(fairdeal_table_record(NULL, &text));
    misused(fairdeal_table_record(table, NULL));
    misused(fairdeal_table_state(NULL, &(FairdealState){0}));
    misused(fairdeal_table_state(table, NULL));
    misused(fairdeal_table_view(NULL, 0, &view));
    misused(fairdeal_table_view(table, 0, NULL));
    misused(fairdeal_table_cards(NULL, &(FairdealWorld){0}));
    misused(fairdeal_table_cards(table, NULL));
    misused(fairdeal_table_play(NULL, 0, 0));
    misused(fairdeal_table_next(NULL));
    misused(fairdeal_table_scores(NULL, &text));
    misused(fairdeal_table_scores(table, NULL));
    fairdeal_text_free(NULL);
    fairdeal_watch_free(NULL);
    fairdeal_question_free(NULL);
    fairdeal_boards_free(NULL);
    fairdeal_board_free(NULL);
    fairdeal_bot_free(NULL);
    fairdeal_worlds_free(NULL);
    fairdeal_table_free(NULL);
    fairdeal_bot_free(bot);
    fairdeal_table_free(table);
}

// Each thread has its own last error.
static void *without_error(void *nothing) {
    MUST(*fairdeal_last_error() == 0 && *fairdeal_last_code() == 0);
    return nothing;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e6 * time.tv_sec + 1e-3 * time.tv_nsec;
}

static int by_size(const void *one, const void *other) {
    double first = *(const double *)one, second = *(const double *)other;
    return (first > second) - (first < second);
}

// Plays games until bots have decided so often, by all house rules or by none. Gives what a decision of the middle took, in
// microseconds: whatever else the machine does is in few of them.
static double play(long decisions, FairdealBot *const bots[4], int with_rules) {
    double *spent = malloc(decisions * sizeof *spent);
    long all = decisions;
    MUST(spent);
    for (uint64_t seed = 1; decisions > 0; seed++) {
        FairdealRules rules = {0};
        if (with_rules) {
            uint8_t *each = (uint8_t *)&rules;
            for (size_t rule = 0; rule < sizeof rules; rule++) each[rule] = seed >> rule & 1;
        }
        FairdealTable *table = new_table(seed, rules);
        FairdealState state;
        OK(fairdeal_table_state(table, &state));
        while (state.winner == FAIRDEAL_NONE && decisions > 0) {
            if (state.is_over) {
                MUST(state.legal.moves == 0 && state.legal.turn == FAIRDEAL_NONE);
                OK(fairdeal_table_next(table));
                OK(fairdeal_table_state(table, &state));
                continue;
            }
            FairdealView view;
            FairdealLegal legal;
            FairdealJudgement judgement;
            OK(fairdeal_table_view(table, state.legal.turn, &view));
            OK(fairdeal_view_legal(&view, &legal));
            MUST(legal.moves == state.legal.moves && legal.stage == state.legal.stage);
            double before = now();
            OK(fairdeal_bot_decide(bots[state.legal.turn], &view, seed + decisions, NULL, &judgement));
            spent[all - decisions] = now() - before;
            MUST(legal.moves >> judgement.best & 1);
            OK(fairdeal_table_play(table, state.legal.turn, judgement.best));
            OK(fairdeal_table_state(table, &state));
            decisions--;
        }
        if (state.winner != FAIRDEAL_NONE) {
            MUST(state.score[state.winner] >= 10);
            refused(fairdeal_table_next(table), "no-next-hand");
            char *text;
            OK(fairdeal_table_scores(table, &text));
            MUST(strstr(text, state.winner ? "\"winner\":\"EW\"" : "\"winner\":\"NS\""));
            fairdeal_text_free(text);
        }
        fairdeal_table_free(table);
    }
    qsort(spent, all, sizeof *spent, by_size);
    double middle = spent[all / 2];
    free(spent);
    return middle;
}

static void ask_lines(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        char *answer;
        FairdealStatus status = fairdeal_ask(line, NULL, &answer);
        MUST(status == FAIRDEAL_STATUS_OK || status == FAIRDEAL_STATUS_REFUSED);
        puts(status == FAIRDEAL_STATUS_OK ? answer : fairdeal_last_error());
        fairdeal_text_free(answer);
    }
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "check") == 0) {
        without_error(NULL);
        check_questions();
        check_table();
        check_nulls();
        pthread_t thread;
        MUST(pthread_create(&thread, NULL, without_error, NULL) == 0 && pthread_join(thread, NULL) == 0);
        MUST(*fairdeal_last_error() == '{');
    } else if (count == 3 && strcmp(words[1], "decide") == 0) {
        FairdealBot *bots[4] = {new_bot("club"), new_bot("beginner"), new_bot("expert,iterations=100"), new_bot("random")};
        play(atol(words[2]), bots, 1);
        for (int seat = 0; seat < 4; seat++) fairdeal_bot_free(bots[seat]);
    } else if (count == 3 && strcmp(words[1], "time") == 0) {
        FairdealBot *club = new_bot("club");
        printf("%.3f\n", play(atol(words[2]), (FairdealBot *[4]){club, club, club, club}, 0));
        fairdeal_bot_free(club);
    } else if (count == 2 && strcmp(words[1], "ask") == 0) {
        ask_lines();
    } else {
        return 2;
    }
    return 0;
}
