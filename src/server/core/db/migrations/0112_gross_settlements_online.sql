-- online
drop index concurrently if exists provider_settlements_fee_line;
create index concurrently provider_settlements_fee_line on provider_settlements (fee_line_id)
  where fee_line_id is not null;
drop index concurrently if exists provider_settlements_fee_open;
create index concurrently provider_settlements_fee_open on provider_settlements (provider, day)
  where is_gross and fee_line_id is null;
