-- Guests may buy on new installations. One that runs already keeps what it has: there they may not unless it was set.
insert into settings (options, version)
  select '{}', 0 where exists (select from users)
  on conflict (only_one) do nothing;
update settings set options = '{"guestCheckout": false}'::jsonb || options where not options ? 'guestCheckout';

-- Shop fronts that know nothing of our consents may register people, who then give them in the panel.
update settings set options = '{"consentsLater": false}'::jsonb || options where not options ? 'consentsLater';
alter table users add column must_consent boolean not null default false;

-- ask-email: a new address is asked for without the password.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('login', 'reset-password',
  'verify-email', 'change-email', 'ask-email', 'verify-contact', 'invitation', 'two-factor', 'complete-order',
  'complete-refund', 'download', 'change-lines', 'till-coupon')) not valid;
alter table one_time_codes validate constraint one_time_codes_purpose_check;

-- What shop fronts list to everybody. What was written before was meant for those who got the code or the notice.
alter table coupons add column is_listed boolean not null default false;
alter table store_notices add column is_listed boolean not null default false;
