// The client: starts `dagaz lsp`, and `dagaz serve` for the game in the editor.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("dagaz").get("path", "dagaz");
}

async function start() {
  const run = { command: program(), args: ["lsp"], transport: TransportKind.stdio };
  const languages = ["drf", "zrf", "forthscript"];
  const documentSelector = languages.map((language) => ({ language }));
  client = new LanguageClient("dagaz", "Dagaz", { run, debug: run }, { documentSelector });
  await client.start();
}

async function stop() {
  const stopped = client;
  client = undefined;
  await stopped?.stop();
}

async function restart() {
  await stop();
  await start();
}

// `dagaz serve FILE` opens the game in the browser and reads the file anew when it is saved.
async function play() {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || document.uri.scheme !== "file") {
    return vscode.window.showErrorMessage("Save the rules to a file first.");
  }
  await document.save();
  const name = `Dagaz: ${document.uri.path.split("/").pop()}`;
  vscode.window.terminals.find((terminal) => terminal.name === name)?.dispose();
  const options = { name, shellPath: program(), shellArgs: ["serve", document.uri.fsPath] };
  vscode.window.createTerminal(options).show(true);
}

async function activate(context) {
  const commands = { "dagaz.play": play, "dagaz.restart": restart };
  for (const [name, command] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, command));
  }
  const changed = (event) => event.affectsConfiguration("dagaz.path") && restart();
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(changed));
  await start();
}

module.exports = { activate, deactivate: stop };
