// Scripts and profiles in VS Code: starts `fairdeal lsp`, and asks `fairdeal` to deal and to level. It knows the editor, and
// nothing of the language.
const { execFile } = require("node:child_process");
const { dirname } = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

const program = () => vscode.workspace.getConfiguration("fairdeal").get("program") || "fairdeal";

const start = async () => {
  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient("fairdeal", "Fairdeal", server, { documentSelector: [{ language: "dealer" }] });
  try {
    await client.start();
  } catch (error) {
    const told = `Fairdeal does not start: ${error.message}. The setting fairdeal.program says which program it is.`;
    vscode.window.showErrorMessage(told);
  }
};

// Runs the program on the file that is open, saved first; what it prints is shown in a page of its own.
const run = async (language, ...args) => {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || document.isUntitled) {
    vscode.window.showInformationMessage("Open a script or a profile that is saved as a file.");
    return;
  }
  await document.save();
  const file = document.fileName;
  const where = { location: vscode.ProgressLocation.Notification, title: `fairdeal ${args[0]}`, cancellable: true };
  const printed = await vscode.window.withProgress(where, (_, stop) =>
    new Promise((done) => {
      const filled = args.map((one) => (one === "FILE" ? file : one));
      const child = execFile(program(), filled, { cwd: dirname(file), maxBuffer: 1 << 26 }, (error, out, said) => {
        if (stop.isCancellationRequested) done(undefined);
        else if (error) vscode.window.showErrorMessage(said.trim() || error.message).then(() => {}), done(undefined);
        else done(out);
      });
      stop.onCancellationRequested(() => child.kill());
    }));
  if (printed === undefined) return;
  const shown = await vscode.workspace.openTextDocument({ content: printed, language });
  await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preview: true });
};

const deal = async () => {
  const whole = (text) => (/^[1-9][0-9]{0,5}$/.test(text.trim()) ? undefined : "A number from 1 to 999999");
  const boards = await vscode.window.showInputBox({ prompt: "How many boards?", value: "8", validateInput: whole });
  if (boards !== undefined) await run("plaintext", "deal", "FILE", "-n", boards.trim(), "--format", "text", "--quiet");
};

const level = async () => {
  const report = { label: "How often each hand type comes", args: ["plaintext", "level", "report", "FILE"] };
  const write = { label: "A copy of the script in which they come equally often", args: ["dealer", "level", "write", "FILE"] };
  const chosen = await vscode.window.showQuickPick([report, write], { placeHolder: "What to do with the hand types" });
  if (chosen) await run(...chosen.args);
};

exports.activate = async (context) => {
  const command = (name, does) => context.subscriptions.push(vscode.commands.registerCommand(`fairdeal.${name}`, does));
  command("deal", deal);
  command("level", level);
  command("restart", async () => {
    await client?.dispose();
    await start();
  });
  await start();
};

exports.deactivate = () => client?.stop();
