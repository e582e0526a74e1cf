-- online
drop index concurrently if exists live_events_unplaced;
create index concurrently live_events_unplaced on live_events (id) where place is null;
