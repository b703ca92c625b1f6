//! The loop of the server: messages in, answers and diagnostics out.
//!
//! A thread reads the stream, so that diagnostics are made when no message waits, once for all
//! keystrokes since the last ones.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, HoverProviderCapability, InitializeResult, OneOf,
    PublishDiagnosticsParams, RenameOptions, SaveOptions, SemanticTokenModifier, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::convert::TOKEN_TYPES;
use crate::documents::Documents;
use crate::framing::{Incoming, read, write, write_fault};
use crate::{Files, answers};

/// Messages that wait while one is answered.
const WAITING_MAX: usize = 256;

/// Stack of the thread that reads rules: they may nest deeply.
const STACK_BYTES: usize = 32 << 20;

/// How a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By `exit` after `shutdown`.
    Orderly,
    /// By `exit` alone, or by the end of the input.
    Abruptly,
}

/// Serves one client until it leaves.
///
/// # Errors
/// If the output fails, or the input has headers after which no message can be found.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    files: &(dyn Files + Sync),
) -> io::Result<Ended> {
    let (sender, receiver) = sync_channel(WAITING_MAX);
    let mut input = input;
    // Not joined: it may wait for input that never comes.
    std::thread::Builder::new().spawn(move || {
        loop {
            let incoming = read(&mut input);
            let is_last = !matches!(incoming, Ok(Some(_)));
            if sender.send(incoming).is_err() || is_last {
                break;
            }
        }
    })?;
    std::thread::scope(|scope| {
        let serving = std::thread::Builder::new().stack_size(STACK_BYTES);
        let serving = serving.spawn_scoped(scope, move || Server::new(output, files).run(&receiver))?;
        serving.join().unwrap_or_else(|_| Err(io::Error::other("the server has a fault")))
    })
}

/// What the client has asked for so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Begun,
    Initialized,
    ShutDown,
}

struct Server<'f, W> {
    output: W,
    documents: Documents<'f>,
    state: State,
}

/// An error of a request.
type Refused = (ErrorCode, String);

impl<'f, W: Write> Server<'f, W> {
    fn new(output: W, files: &'f dyn Files) -> Server<'f, W> {
        Server { output, documents: Documents::new(files), state: State::Begun }
    }

    fn run(mut self, receiver: &Receiver<io::Result<Option<Incoming>>>) -> io::Result<Ended> {
        loop {
            let incoming = match receiver.try_recv() {
                Ok(incoming) => incoming,
                Err(TryRecvError::Disconnected) => return Ok(Ended::Abruptly),
                Err(TryRecvError::Empty) => match self.documents.unreported() {
                    Some(uri) => {
                        self.publish(&uri)?;
                        continue;
                    }
                    None => match receiver.recv() {
                        Ok(incoming) => incoming,
                        Err(_) => return Ok(Ended::Abruptly),
                    },
                },
            };
            match incoming? {
                None => return Ok(Ended::Abruptly),
                Some(Incoming::Faulty(why)) => write_fault(&mut self.output, &why)?,
                Some(Incoming::Message(Message::Request(request))) => {
                    let response = self.request(request);
                    write(&mut self.output, Message::Response(response))?;
                }
                Some(Incoming::Message(Message::Notification(notification))) if notification.method == "exit" => {
                    return Ok(if self.state == State::ShutDown { Ended::Orderly } else { Ended::Abruptly });
                }
                Some(Incoming::Message(Message::Notification(notification))) => self.notification(notification)?,
                Some(Incoming::Message(Message::Response(_))) => {}
            }
        }
    }

    fn request(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match (self.state, method.as_str()) {
            (State::Begun, "initialize") => {
                self.state = State::Initialized;
                return response(id, Ok(value(capabilities())));
            }
            (State::Begun, _) => {
                return response(id, Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".to_string())));
            }
            (State::ShutDown, _) => {
                return response(id, Err((ErrorCode::InvalidRequest, "the server is shut down".to_string())));
            }
            (State::Initialized, "shutdown") => {
                self.state = State::ShutDown;
                return response(id, Ok(Value::Null));
            }
            (State::Initialized, _) => {}
        }
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&method, params)));
        let fault = || (ErrorCode::InternalError, format!("`{method}` met a mistake of dagaz; please report it"));
        response(id, answer.unwrap_or_else(|_| Err(fault())))
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        use lsp_types::{
            CodeActionParams, CompletionParams, DocumentFormattingParams, DocumentSymbolParams, GotoDefinitionParams,
            HoverParams, InlayHintParams, ReferenceParams, RenameParams, SemanticTokensParams,
            TextDocumentPositionParams,
        };
        match method {
            "textDocument/completion" => {
                let asked = parsed::<CompletionParams>(params)?.text_document_position;
                self.about(&asked.text_document.uri, |document, analysis| {
                    answers::completion(document, analysis, asked.position)
                })
            }
            "textDocument/hover" => {
                let asked = parsed::<HoverParams>(params)?.text_document_position_params;
                self.about(&asked.text_document.uri, |document, analysis| {
                    answers::hover(document, analysis, asked.position)
                })
            }
            "textDocument/definition" => {
                let asked = parsed::<GotoDefinitionParams>(params)?.text_document_position_params;
                Ok(value(answers::definition(&mut self.documents, &asked.text_document.uri, asked.position)))
            }
            "textDocument/references" => {
                let asked = parsed::<ReferenceParams>(params)?;
                let (place, declared) = (asked.text_document_position, asked.context.include_declaration);
                self.about(&place.text_document.uri, |document, analysis| {
                    answers::references(document, analysis, place.position, declared)
                })
            }
            "textDocument/prepareRename" => {
                let asked = parsed::<TextDocumentPositionParams>(params)?;
                self.about(&asked.text_document.uri, |document, analysis| {
                    answers::prepare_rename(document, analysis, asked.position)
                })
            }
            "textDocument/rename" => {
                let asked = parsed::<RenameParams>(params)?;
                let place = asked.text_document_position;
                let edits =
                    answers::rename(&mut self.documents, &place.text_document.uri, place.position, &asked.new_name);
                edits.map(value).map_err(|why| (ErrorCode::RequestFailed, why))
            }
            "textDocument/codeAction" => {
                let asked = parsed::<CodeActionParams>(params)?;
                self.about(&asked.text_document.uri, |document, analysis| {
                    answers::code_actions(document, analysis, &asked)
                })
            }
            "textDocument/formatting" => {
                let asked = parsed::<DocumentFormattingParams>(params)?;
                self.about(&asked.text_document.uri, answers::formatting)
            }
            "textDocument/semanticTokens/full" => {
                let asked = parsed::<SemanticTokensParams>(params)?;
                self.about(&asked.text_document.uri, answers::semantic)
            }
            "textDocument/documentSymbol" => {
                let asked = parsed::<DocumentSymbolParams>(params)?;
                self.about(&asked.text_document.uri, |document, analysis| {
                    answers::symbols(document, analysis.outline())
                })
            }
            "textDocument/inlayHint" => {
                let asked = parsed::<InlayHintParams>(params)?;
                self.about(&asked.text_document.uri, |document, analysis| {
                    answers::inlay_hints(document, analysis, asked.range)
                })
            }
            _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is no request of this server"))),
        }
    }

    /// Answers a question about an open text; null if it is not open, or of no known language.
    fn about<T: Serialize>(
        &mut self,
        uri: &Uri,
        answer: impl FnOnce(&crate::documents::Document, &dagaz_analysis::Analysis) -> T,
    ) -> Result<Value, Refused> {
        Ok(match self.documents.analysed(uri) {
            Some((document, Some(analysis))) => value(answer(document, analysis)),
            _ => Value::Null,
        })
    }

    fn notification(&mut self, notification: Notification) -> io::Result<()> {
        if self.state != State::Initialized {
            return Ok(());
        }
        let Notification { method, params } = notification;
        // A notification that cannot be read has no answer; the text stays as it was.
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(opened) = parsed::<DidOpenTextDocumentParams>(params) {
                    let text = opened.text_document;
                    self.documents.open(text.uri, text.version, text.text);
                }
            }
            "textDocument/didChange" => {
                if let Ok(changed) = parsed::<DidChangeTextDocumentParams>(params) {
                    let text = changed.text_document;
                    self.documents.change(&text.uri, text.version, changed.content_changes);
                }
            }
            "textDocument/didSave" => self.documents.saved(),
            "textDocument/didClose" => {
                if let Ok(closed) = parsed::<DidCloseTextDocumentParams>(params)
                    && self.documents.close(&closed.text_document.uri)
                {
                    let uri = closed.text_document.uri;
                    self.notify(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None })?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Sends the diagnostics of a text.
    fn publish(&mut self, uri: &Uri) -> io::Result<()> {
        self.documents.reported(uri);
        let documents = &mut self.documents;
        let found = catch_unwind(AssertUnwindSafe(|| {
            let (document, analysis) = documents.analysed(uri)?;
            Some((answers::diagnostics(document, analysis), document.version))
        }));
        match found {
            Ok(Some((diagnostics, version))) => {
                self.notify(PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version: Some(version) })
            }
            Ok(None) | Err(_) => Ok(()),
        }
    }

    fn notify(&mut self, params: PublishDiagnosticsParams) -> io::Result<()> {
        let method = "textDocument/publishDiagnostics".to_string();
        write(&mut self.output, Message::Notification(Notification { method, params: value(params) }))
    }
}

fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn value(of: impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

fn response(id: RequestId, answer: Result<Value, Refused>) -> Response {
    match answer {
        Ok(value) => Response::new_ok(id, value),
        Err((code, message)) => Response::new_err(id, code as i32, message),
    }
}

fn capabilities() -> InitializeResult {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    };
    let semantic = SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: TOKEN_TYPES.to_vec(),
            token_modifiers: vec![SemanticTokenModifier::DECLARATION],
        },
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
    let triggers = ["(", "."].map(str::to_string).to_vec();
    let actions =
        CodeActionOptions { code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]), ..CodeActionOptions::default() };
    let rename = RenameOptions { prepare_provider: Some(true), work_done_progress_options: Default::default() };
    InitializeResult {
        capabilities: ServerCapabilities {
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(triggers),
                ..CompletionOptions::default()
            }),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(rename)),
            code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
            document_formatting_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            inlay_hint_provider: Some(OneOf::Left(true)),
            semantic_tokens_provider: Some(semantic.into()),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "dagaz".to_string(),
            version: Some(env!("CARGO_PKG_VERSION").to_string()),
        }),
    }
}
