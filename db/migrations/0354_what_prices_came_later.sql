-- Of which price types and warehouses an exchange has spoken while a package of its node waited for the owner: approved
-- late, the package gives way in these alone. null: of all that it names, as before, and as a full list does.
alter table onec_listed add column price_types text[], add column warehouses text[];
