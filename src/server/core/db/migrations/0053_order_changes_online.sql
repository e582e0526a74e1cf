-- online
drop index concurrently if exists payment_intents_change_id;
create index concurrently payment_intents_change_id on payment_intents (change_id) where change_id is not null;
