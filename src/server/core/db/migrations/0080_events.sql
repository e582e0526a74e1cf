-- Business events, written in the transaction that causes them and read by consumers (rules/core: business events).
create table events (
  id bigint generated always as identity primary key,
  -- Position in the order of commits, given by the reader that sees the event first; null until then.
  place bigint,
  type text not null,
  -- The record that it is about, and its version after the change.
  family text not null,
  record_id bigint not null,
  version integer,
  -- Null for what belongs to the marketplace. No reference: its check would lock the shop's row.
  shop_id bigint,
  data jsonb not null,
  created_at timestamptz not null
);
create sequence event_places;
create unique index events_place on events (place);
create index events_unplaced on events (id) where place is null;
create index events_created_at on events (created_at);

-- Up to where a consumer has got the events of a type. By type, so that a process of an older release, which does not
-- know the type, cannot move past it.
create table event_positions (
  consumer text not null,
  type text not null,
  place bigint not null,
  -- When a process last had this consumer; positions of removed ones are deleted.
  seen_at timestamptz not null,
  primary key (consumer, type)
);

-- What a consumer still has to handle. Deleted in the transaction that handles it.
create table event_deliveries (
  consumer text not null,
  place bigint not null,
  type text not null,
  -- `family:id`: events of one record are handled one after another.
  record text not null,
  -- 0 for the marketplace.
  shop_id bigint not null,
  -- Order of handling: the n-th waiting event of each shop has the same turn.
  turn bigint not null,
  primary key (consumer, place)
);
create index event_deliveries_turn on event_deliveries (consumer, turn, place);
create index event_deliveries_shop on event_deliveries (consumer, shop_id, turn);
create index event_deliveries_record on event_deliveries (consumer, record, place);
