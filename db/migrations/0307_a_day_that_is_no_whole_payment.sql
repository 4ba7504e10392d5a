-- Bases name a payment by its day alone, without a sum. Most do so when all of it has come; of one that does it for a
-- part too, people look how much there is.
alter table onec_nodes add column day_pays_whole boolean not null default true;
