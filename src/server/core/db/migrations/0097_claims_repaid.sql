-- `repaid`: the claim was granted, and the buyer has paid again what the bank took.
alter table disputes drop constraint disputes_state_check;
alter table disputes add constraint disputes_state_check check (state in ('open', 'won', 'lost', 'repaid')) not valid;
alter table disputes validate constraint disputes_state_check;
