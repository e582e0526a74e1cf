-- Sending what the outbox holds (design §8): who sends it takes it for a while, and tries again later and later.
alter table outbox rename column error to last_error;
alter table outbox
  -- Nobody takes it before: the next try, or the end of the time for which somebody has taken it.
  add column next_at timestamptz not null default now(),
  -- What it holds (a code, a link) is good for nothing from then on.
  add column expires_at timestamptz,
  -- Nobody tries it any more from then on.
  add column give_up_at timestamptz not null default now() + interval '1 day',
  -- Given up: refused for good, tried for a day, or expired.
  add column failed_at timestamptz,
  -- Who has taken it: a failure is told by nobody else.
  add column claim uuid;
update outbox set next_at = created_at, give_up_at = created_at + interval '1 day';
drop index outbox_waiting;
create index outbox_due on outbox (channel, next_at, id) where sent_at is null and failed_at is null;
create index outbox_failed on outbox (id desc) where failed_at is not null;

-- Whoever sends need not ask every second: it is told when something was put in.
create function tell_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('gostiny_outbox', '');
  return null;
end $$;
create trigger outbox_told after insert on outbox for each statement execute function tell_outbox();

-- How each service outside answered the last time, whichever process asked it.
create table outside_services (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text
);
