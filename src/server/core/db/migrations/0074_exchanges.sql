-- Requests to services that move money, and their answers, without secrets and data of people; kept for 90 days.
create table exchanges (
  id bigint generated always as identity primary key,
  provider text not null,
  method text not null,
  url text not null,
  request text,
  -- Null when no answer came.
  status integer,
  answer text,
  outcome text not null check (outcome in ('answered', 'refused', 'unknown')),
  -- Why the outcome is unknown.
  failure text check ((failure is not null) = (outcome = 'unknown')),
  duration_ms integer not null,
  -- The payment or order that it concerns.
  reference text,
  idempotency_key text,
  created_at timestamptz not null
);
create index exchanges_created_at on exchanges (created_at);
create index exchanges_reference on exchanges (reference, id) where reference is not null;
