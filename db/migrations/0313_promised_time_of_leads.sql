-- Until when whoever left the lead is to be contacted; null: it came before there was a term.
alter table leads add due_at timestamptz;
