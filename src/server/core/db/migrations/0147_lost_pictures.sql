-- Why pictures of an import's ZIP were not taken: told at the rows that name them.
create table product_import_lost_pictures (
  import_id bigint not null references product_imports (id) on delete cascade,
  name text not null,
  problem text not null,
  primary key (import_id, name)
);
