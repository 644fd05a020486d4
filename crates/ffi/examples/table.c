// A game of euchre between bots, with the referee of the library.
//
//   cc -Icrates/ffi/include crates/ffi/examples/table.c -Ltarget/release -lfairdeal -o table && LD_LIBRARY_PATH=target/release ./table
#include <stdio.h>
#include <stdlib.h>

#include "fairdeal.h"

static void check(FairdealStatus status) {
    if (status != FAIRDEAL_STATUS_OK) {
        fprintf(stderr, "%s\n", fairdeal_last_message());
        exit(1);
    }
}

int main(void) {
    FairdealNewGame how = {.seed = 7, .dealer = FAIRDEAL_NONE, .rules = {.stick_the_dealer = 1}};
    FairdealTable *table;
    FairdealBot *bot;
    check(fairdeal_table_new(&how, &table));
    check(fairdeal_bot_new("club", &bot));
    for (uint64_t seed = 1;; seed++) {
        FairdealState state;
        check(fairdeal_table_state(table, &state));
        if (state.is_over) {
            printf("hand %u: %d points to %d\n", state.hand, state.score[0], state.score[1]);
            if (state.winner != FAIRDEAL_NONE) break;
            check(fairdeal_table_next(table));
            continue;
        }
        FairdealView view;
        FairdealJudgement judgement;
        char *words;
        check(fairdeal_table_view(table, state.legal.turn, &view));
        check(fairdeal_bot_decide(bot, &view, seed, NULL, &judgement));
        check(fairdeal_move_text(judgement.best, &words));
        printf("%c: %s\n", "NESW"[state.legal.turn], words);
        fairdeal_text_free(words);
        check(fairdeal_table_play(table, state.legal.turn, judgement.best));
    }
    fairdeal_bot_free(bot);
    fairdeal_table_free(table);
    return 0;
}
