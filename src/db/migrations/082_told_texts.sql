-- Bodies for webhooks that hold the text of a mail: what retention looks for, and what goes with a conversation. A body whose
-- text was erased leaves both.
create index webhook_deliveries_told on webhook_deliveries (created_at)
  where event in ('message.replied', 'message.answered') and payload::jsonb #>> '{data,reply,text}' is not null;
create index webhook_deliveries_told_of
  on webhook_deliveries (account_id, (payload::jsonb #>> '{data,reply,conversation_id}'))
  where event in ('message.replied', 'message.answered') and payload::jsonb #>> '{data,reply,text}' is not null;
