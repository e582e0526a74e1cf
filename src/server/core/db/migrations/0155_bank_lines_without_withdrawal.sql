-- contract: withdraws names the line since 0100, before which nothing was released
alter table bank_lines drop column withdraw_id;
