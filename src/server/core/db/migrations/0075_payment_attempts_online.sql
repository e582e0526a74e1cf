-- online
drop index concurrently if exists payment_intents_provider_id;
create unique index concurrently payment_intents_provider_id on payment_intents (provider, payment_id);
drop index concurrently if exists payment_intents_key;
create unique index concurrently payment_intents_key on payment_intents (key) where key is not null;
drop index concurrently if exists payment_intents_next_read_at;
create index concurrently payment_intents_next_read_at on payment_intents (next_read_at) where next_read_at is not null;
