using System;
using Fairdeal;

/// <summary>A euchre table as a game scene has it: one person, three bots. It is plain code: in Unity, make it a MonoBehaviour, call
/// Begin from Start and Step from Update, and let Show move cards; in Godot, do the same in _Ready and _Process.</summary>
public sealed class EuchreScene : IDisposable
{
    const int Person = 2; // South

    readonly Bot bot = new Bot("club");
    Referee referee;
    ulong seed;

    /// <summary>What the scene shows: here a line of text.</summary>
    public Action<string> Show = delegate { };

    /// <summary>What the person wants to do, or nothing yet.</summary>
    public Func<View, Legal, Move?> Choose = delegate { return null; };

    /// <summary>Whether the game is won.</summary>
    public bool IsOver
    {
        get { return referee.Winner >= 0; }
    }

    public void Begin(ulong seed)
    {
        this.seed = seed;
        var rules = new FairdealRules { stick_the_dealer = 1 };
        referee = new Referee(seed, rules);
        Show("You hold " + referee.View(Person).Hand);
    }

    /// <summary>One move, or the next hand. Call it once a frame, or as fast as cards should fly.</summary>
    public void Step()
    {
        if (IsOver)
            return;
        if (referee.IsHandOver)
        {
            referee.NextHand();
            Show("You hold " + referee.View(Person).Hand);
            return;
        }
        Legal legal = referee.Legal;
        View view = referee.View(legal.Turn);
        Move move;
        if (legal.Turn == Person)
        {
            Move? chosen = Choose(view, legal);
            if (chosen == null || !legal.Has(chosen.Value))
                return; // not yet, or a card that may not be played: ask again in the next frame
            move = chosen.Value;
        }
        else
        {
            // A decision of the club bot takes less than a millisecond; the expert belongs on a thread of its own.
            move = bot.Decide(ref view, seed++).Best;
        }
        referee.Play(legal.Turn, move);
        Show("NESW"[legal.Turn] + ": " + move);
        if (referee.IsHandOver)
            Show(referee.Score(0) + " points to " + referee.Score(1));
    }

    public void Dispose()
    {
        bot.Dispose();
        if (referee != null)
            referee.Dispose();
    }
}
