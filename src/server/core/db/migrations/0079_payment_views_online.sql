-- online
drop index concurrently if exists payment_intents_order_id;
create index concurrently payment_intents_order_id on payment_intents (order_id, id);
drop index concurrently if exists payment_intents_created_at;
create index concurrently payment_intents_created_at on payment_intents (created_at);
