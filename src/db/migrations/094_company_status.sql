-- What files say became of a company: active, acquired or closed.
alter table companies add column status text;
