-- Verdicts and logos may lie on several nodes, which know no triggers: their stores note verdicts on leads, and hold back what
-- belongs to a domain that opted out.
drop trigger verifications_come on verifications;
drop trigger verifications_change on verifications;
drop function note_verdicts();
drop trigger logos_come on logos;
