-- Since when and by whom people may confirm what others prepare, and which of these rights a colleague took from them: who
-- removes the others is not alone (rules/settings: nobody makes a second person alone). Without references, because it
-- outlives the people.
create table confirmers (
  user_id bigint primary key,
  since timestamptz,
  appointed_by bigint,
  lost text[] not null default '{}'
);
