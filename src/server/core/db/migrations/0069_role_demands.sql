-- contract: no release has written or shown the column
alter table roles drop column sign_in_provider;
-- The provider that a role demands is one of those that are set up.
alter table roles add column sign_in_provider bigint;
alter table roles add constraint roles_sign_in_provider_fkey foreign key (sign_in_provider)
  references sign_in_providers (id) not valid;
alter table roles validate constraint roles_sign_in_provider_fkey;
