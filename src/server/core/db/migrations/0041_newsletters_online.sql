-- online
create index concurrently if not exists newsletter_subscribers_readers on newsletter_subscribers (id)
  where status = 'subscribed' and deleted_at is null;
create index concurrently if not exists outbox_newsletter on outbox (newsletter_id) where newsletter_id is not null;
