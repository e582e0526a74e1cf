-- Codes that an order is handed over by, codes of refunds in cash, and links that a bought file is fetched by once.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('login', 'reset-password',
  'verify-email', 'verify-contact', 'invitation', 'two-factor', 'complete-order', 'complete-refund', 'download'));
