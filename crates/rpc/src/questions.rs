//! Questions that are worked on beside the conversation.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::{Dialect, Output, Refusal};

/// The questions that are being answered. When it is dropped, so is the work.
pub struct Questions {
    output: Arc<Output>,
    answers: JoinSet<()>,
    /// By their numbers, as JSON: how they are withdrawn.
    open: HashMap<String, oneshot::Sender<()>>,
}

impl Questions {
    /// None yet; answers go there.
    pub fn new(output: Arc<Output>) -> Questions {
        Questions {
            output,
            answers: JoinSet::new(),
            open: HashMap::new(),
        }
    }

    /// Has a question answered. Its work is dropped when it is withdrawn.
    pub fn take(
        &mut self,
        id: Value,
        work: impl Future<Output = Result<Value, Refusal>> + Send + 'static,
    ) {
        while self.answers.try_join_next().is_some() {}
        self.open.retain(|_, withdraw| !withdraw.is_closed());
        let (withdraw, withdrawn) = oneshot::channel();
        self.open.insert(id.to_string(), withdraw);
        let output = self.output.clone();
        self.answers.spawn(async move {
            let answer = tokio::select! {
                answer = work => answer,
                _ = withdrawn => match output.dialect {
                    Dialect::Editor => Err(Refusal::new(-32800, "this was withdrawn")),
                    Dialect::Assistant => return,
                },
            };
            output.answer(id, answer).await;
        });
    }

    /// Nobody waits for the answer to a question any more.
    pub fn withdraw(&mut self, id: &Value) {
        if let Some(withdraw) = self.open.remove(&id.to_string()) {
            let _ = withdraw.send(());
        }
    }

    /// Waits until everything is answered.
    pub async fn finish(mut self) {
        while self.answers.join_next().await.is_some() {}
    }
}
