-- A refund may give its fee back.
alter table provider_registry_lines drop constraint provider_registry_lines_fee_check;
alter table provider_registry_lines add constraint provider_registry_lines_fee_check check (fee >= 0 or kind = 'refund') not valid;
alter table provider_registry_lines validate constraint provider_registry_lines_fee_check;
alter table provider_registry_lines drop constraint provider_registry_lines_fee_vat_check;
alter table provider_registry_lines add constraint provider_registry_lines_fee_vat_check
  check (fee_vat >= 0 or kind = 'refund') not valid;
alter table provider_registry_lines validate constraint provider_registry_lines_fee_vat_check;
