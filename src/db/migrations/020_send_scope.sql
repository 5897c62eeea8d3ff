-- Sending is a right of its own: whoever could change things could send, and still can.
update api_keys set scopes = array_append(scopes, 'send') where 'write' = any (scopes) and not 'send' = any (scopes);

-- Which key started a list: one that may only read stops its own alone. 0 for the operator, null for older lists.
alter table bulk_jobs add column key_id integer;
