-- online
drop index concurrently if exists newsletter_subscribers_readers;
create index concurrently newsletter_subscribers_readers on newsletter_subscribers (id)
  where status = 'subscribed' and deleted_at is null;
drop index concurrently if exists outbox_newsletter;
create index concurrently outbox_newsletter on outbox (newsletter_id) where newsletter_id is not null;
