-- A changed number opens the account from this moment on, or once the mailed link was opened; null: at once.
alter table users add column contact_opens_at timestamptz;

-- ask-contact: a number is set without the password; open-contact: it opens the account by the mailed link.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('login', 'reset-password',
  'verify-email', 'change-email', 'ask-email', 'verify-contact', 'ask-contact', 'open-contact', 'invitation', 'two-factor',
  'complete-order', 'complete-refund', 'download', 'change-lines', 'till-coupon')) not valid;
alter table one_time_codes validate constraint one_time_codes_purpose_check;
