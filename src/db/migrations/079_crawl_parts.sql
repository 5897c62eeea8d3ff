-- Records out of many archives, as the index of a public crawl names them: work of the same kind as whole archives.
alter table archive_imports
  -- What was chosen, and from where: index files and parts of one choice have the same.
  add column crawl text,
  -- Of a part: [[archive, [offset, length, …]], …]; null for index files and whole archives.
  add column ranges jsonb;
create index archive_imports_of_crawl on archive_imports (crawl, id) where crawl is not null;
