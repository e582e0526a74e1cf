-- Guests may buy on new installations. One that runs already keeps what it has: there they may not unless it was set.
insert into settings (options, version)
  select '{}', 0 where exists (select from users)
  on conflict (only_one) do nothing;
update settings set options = '{"guestCheckout": false}'::jsonb || options where not options ? 'guestCheckout';
