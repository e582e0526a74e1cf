-- online
-- A registry names a refund by its own id, and a payment finds its refunds.
drop index concurrently if exists provider_refunds_provider_refund_id;
create index concurrently provider_refunds_provider_refund_id on provider_refunds (provider_refund_id)
  where provider_refund_id is not null;
drop index concurrently if exists provider_registry_lines_refund;
create index concurrently provider_registry_lines_refund on provider_registry_lines
  (provider, coalesce(payment_id, object_id)) where kind = 'refund' and is_posted;
