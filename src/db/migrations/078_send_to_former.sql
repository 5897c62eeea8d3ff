-- Whether a campaign that gates writes also to people who have left their company, as far as its site tells.
alter table campaigns add column send_to_former boolean not null default false;
