-- online
drop index concurrently if exists bank_lines_intent;
create unique index concurrently bank_lines_intent on bank_lines (intent_id) where intent_id is not null;
