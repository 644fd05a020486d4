using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;
using Fairdeal;

/// <summary>The library from C#, as a game uses it; tests/linked.py compiles and runs it.
///
///   Linked.exe check       every class, and what they throw
///   Linked.exe decide N    N decisions of bots, in games that the referee runs
///   Linked.exe time N      N decisions of the club bot: what one of the middle takes, in microseconds
///   Linked.exe ask         answers each line of standard input, a request in JSON, with a line
/// </summary>
public static class Linked
{
    static void Must(bool holds, string what)
    {
        if (!holds)
            throw new Exception("does not hold: " + what);
    }

    static void Refused(string code, Action call)
    {
        try
        {
            call();
        }
        catch (FairdealException error)
        {
            Must(error.Code == code, error.Code + " is not " + code + ": " + error.Message);
            Must(error.Message != "" && error.Json.StartsWith("{\"error\":{\"code\":"), error.Json);
            return;
        }
        throw new Exception("nothing was refused, and should have been with " + code);
    }

    static void Throws<T>(Action call) where T : Exception
    {
        try
        {
            call();
        }
        catch (T)
        {
            return;
        }
        throw new Exception("nothing was thrown, and should have been: " + typeof(T));
    }

    static void Questions()
    {
        Must(Engine.Version == "0.1.0", Engine.Version);
        Must(Engine.Ask("{\"ask\": \"odds\", \"script\": \"condition hcp(south) > 36\"}").Contains("\"exact\":true"), "odds");
        Refused("bad-request", () => Engine.Ask("{"));
        Throws<ArgumentNullException>(() => Engine.Ask(null));
        Throws<ArgumentException>(() => Engine.Ask("\0"));
        using (var question = Question.Script("condition hcp(south) >= 20 // ♠"))
        {
            int number = 0;
            foreach (Board board in question.Deal("{\"boards\": 3, \"seed\": 7}"))
                using (board)
                {
                    number++;
                    Must(board.Number == (ulong)number && board.Dealer == (number - 1) % 4, "numbers");
                    ulong all = 0;
                    for (int seat = 0; seat < 4; seat++)
                        all |= board.Hand(seat);
                    Must(all == 0x1fff1fff1fff1ffful, "all cards");
                    Must(board.Text("oneline").StartsWith("n "), "a line");
                    Refused("bad-request", () => board.Text("docx"));
                }
            Must(number == 3, "three boards");
            foreach (Board board in question.Deal("{\"boards\": 1000000, \"seed\": 7}"))
            {
                board.Dispose();
                Throws<ObjectDisposedException>(() => board.Text("pbn"));
                break; // the rest is given up
            }
            Must(question.Ask("{\"ask\": \"odds\"}").Contains("\"exact\":true"), "odds");
            Refused("bad-request", () => question.Ask("{\"ask\": \"odds\", \"script\": \"1\"}"));
            string file = Path.Combine(Path.GetTempPath(), "fairdeal-" + Process.GetCurrentProcess().Id + ".pbn");
            Must(question.Write("{\"boards\": 2, \"seed\": 1}", file).Contains("\"boards\":2"), "written");
            Must(File.ReadAllText(file).Contains("[Deal "), "a file");
            File.Delete(file);
            Refused("board-file", () => question.Write("{}", "boards.docx"));
        }
        using (var wrong = Question.Script("condition hpc(south) > 3"))
            Refused("unknown-word", () => wrong.Ask("{\"ask\": \"odds\"}"));
        Refused("unreadable", () => Question.Open("there/is/no.such"));
        Refused("bad-request", () => Question.FromJson("{}"));
        using (var watch = new Watch())
        using (var endless = Question.Script("condition rnd(1000000000) == 77"))
        {
            var thread = new Thread(() => { Thread.Sleep(50); watch.Stop(); });
            thread.Start();
            Throws<OperationCanceledException>(() =>
            {
                foreach (Board board in endless.Deal("{\"boards\": 1000, \"generate\": 9000000000000000000}", watch))
                    board.Dispose();
            });
            thread.Join();
            ulong done, of;
            Must(watch.Progress(out done, out of) != "", "progress");
        }
    }

    static void Table()
    {
        using (var referee = new Referee(7))
        using (var bot = new Bot("expert,iterations=200"))
        {
            Legal legal = referee.Legal;
            int turn = legal.Turn;
            Must(legal.Stage == Native.FAIRDEAL_STAGE_ORDER && legal.Moves().Length == 3 && legal.Has(Move.Pass), "the first move");
            Refused("not-to-move", () => referee.Play((turn + 1) % 4, Move.Pass));
            Refused("illegal-move", () => referee.Play(turn, Move.Name(1, true)));
            Refused("not-a-view", () => referee.Play(turn, new Move(77)));
            Refused("no-next-hand", referee.NextHand);
            View view = referee.View(turn);
            Must(view.Hand.Bits == referee.Cards.Hand(turn).Bits && view.Hand.Count == 5, "the hand");
            Must(View.FromJson(view.ToJson()).ToJson() == view.ToJson(), "a view as JSON");
            Must(view.Legal.Bits == legal.Bits, "what the view may do");
            using (var worlds = new Worlds(ref view))
            {
                Must(worlds.Count == 8568ul * 1287 * 56, "worlds");
                World[] drawn = worlds.Sample(20, 1);
                foreach (World world in drawn)
                    Must(world.Hand(turn).Bits == view.Hand.Bits && world.Kitty.Count == 3 && world.Discard.Count == 0, "a world");
                double sum = 0;
                for (int card = 0; card < 32; card++)
                    for (int place = 0; place < 6; place++)
                        sum += worlds.Chance(card, place);
                Must(Math.Abs(sum - 18) < 1e-9, "18 unseen cards");
                Must(worlds.VoidChance(0, Worlds.Kitty) > 0, "a void");
            }
            Judgement judgement = bot.Decide(ref view, 5);
            Must(legal.Has(judgement.Best) && judgement.Count == 3 && judgement.MoveAt(0).Equals(judgement.Best), "a decision");
            Must(judgement.ValueAt(0) >= judgement.ValueAt(2), "the best first");
            View other = referee.View((turn + 1) % 4);
            Refused("not-to-move", () => bot.Decide(ref other, 5));
            View wrong = view;
            wrong.Plain.hand = 0x3f;
            Refused("view-contradicts-itself", () => new Worlds(ref wrong));
            referee.Play(turn, Move.OrderAlone);
            using (var again = Referee.FromRecord(referee.Record))
                Must(again.Legal.Bits == referee.Legal.Bits && again.State.alone == 1, "a record");
        }
        Refused("no-such-level", () => new Bot("genius"));
        Refused("not-a-game-record", () => Referee.FromRecord("{}"));
        Must(Move.OrderAlone.ToString() == "order alone" && new Move(18).ToString() == "JH", "words");
        Must(new CardSet(1u << 18 | 1u << 29).ToString() == "JH AS", "words for cards");
        var freed = new Bot("club");
        freed.Dispose();
        freed.Dispose();
        View any = new Referee(1).View(0); // its referee is left to the collector
        Throws<ObjectDisposedException>(() => freed.Decide(ref any, 1));
    }

    /// <summary>The example scene, until somebody has won.</summary>
    static void Scene()
    {
        var lines = new List<string>();
        using (var scene = new EuchreScene())
        using (var person = new Bot("beginner"))
        {
            scene.Show = lines.Add;
            int asked = 0;
            // The person hesitates, and tries a card that may not be played.
            scene.Choose = (view, legal) =>
            {
                asked++;
                if (asked % 3 == 0)
                    return null;
                if (asked % 3 == 1)
                    return new Move(63);
                return person.Decide(ref view, 1).Best;
            };
            scene.Begin(11);
            int steps = 0;
            while (!scene.IsOver && steps++ < 100000)
                scene.Step();
            Must(scene.IsOver, "somebody has won");
        }
        Must(lines[0].StartsWith("You hold ") && lines[lines.Count - 1].Contains(" points to "), lines[lines.Count - 1]);
    }

    /// <summary>Plays until bots have decided so often; the microseconds that a decision of the middle took.</summary>
    static double Play(int decisions, Bot[] bots, bool withRules)
    {
        var spent = new List<long>(decisions);
        for (ulong seed = 1; decisions > 0; seed++)
        {
            var rules = new FairdealRules();
            if (withRules)
            {
                rules.stick_the_dealer = (byte)(seed & 1);
                rules.no_trump = (byte)(seed >> 1 & 1);
                rules.partners_best = (byte)(seed >> 2 & 1);
                rules.farmers_hand = (byte)(seed >> 3 & 1);
                rules.ace_no_face = (byte)(seed >> 4 & 1);
                rules.defend_alone = (byte)(seed >> 5 & 1);
                rules.must_go_alone = (byte)(seed >> 6 & 1);
            }
            using (var referee = new Referee(seed, rules))
            {
                while (referee.Winner < 0 && decisions > 0)
                {
                    if (referee.IsHandOver)
                    {
                        referee.NextHand();
                        continue;
                    }
                    Legal legal = referee.Legal;
                    View view = referee.View(legal.Turn);
                    long before = Stopwatch.GetTimestamp();
                    Judgement judgement = bots[legal.Turn].Decide(ref view, seed + (ulong)decisions);
                    spent.Add(Stopwatch.GetTimestamp() - before);
                    Must(legal.Has(judgement.Best), "a legal move");
                    referee.Play(legal.Turn, judgement.Best);
                    decisions--;
                }
                if (referee.Winner >= 0)
                    Must(referee.Score(referee.Winner) >= 10 && referee.Scores.Contains("\"winner\":\""), referee.Scores);
            }
        }
        spent.Sort();
        return 1e6 * spent[spent.Count / 2] / Stopwatch.Frequency;
    }

    static void AskLines()
    {
        var input = new StreamReader(Console.OpenStandardInput(), new System.Text.UTF8Encoding(false));
        var output = new StreamWriter(Console.OpenStandardOutput(), new System.Text.UTF8Encoding(false));
        string line;
        while ((line = input.ReadLine()) != null)
        {
            try
            {
                output.WriteLine(Engine.Ask(line));
            }
            catch (FairdealException error)
            {
                output.WriteLine(error.Json);
            }
        }
        output.Flush();
    }

    public static int Main(string[] words)
    {
        switch (words.Length == 0 ? "" : words[0])
        {
            case "check":
                Questions();
                Table();
                Scene();
                // What was left to the collector is freed without harm.
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return 0;
            case "decide":
                Play(int.Parse(words[1]), new[] { new Bot("club"), new Bot("beginner"), new Bot("expert,iterations=100"), new Bot("random") }, true);
                return 0;
            case "time":
                var club = new Bot("club");
                double spent = Play(int.Parse(words[1]), new[] { club, club, club, club }, false);
                Console.WriteLine(spent.ToString("0.000", System.Globalization.CultureInfo.InvariantCulture));
                return 0;
            case "ask":
                AskLines();
                return 0;
            default:
                return 2;
        }
    }
}
