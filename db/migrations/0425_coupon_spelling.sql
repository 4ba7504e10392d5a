-- A code is found whichever of ё and е is typed. Two codes that differed in this letter alone before are both found by their own spelling:
-- the one written with ё keeps it as its key.
alter table coupons add column code_key text not null default '';
update coupons c set code_key = case
  when exists (select from coupons twin where twin.code <> c.code and translate(twin.code, 'Ё', 'Е') = translate(c.code, 'Ё', 'Е')) then c.code
  else translate(c.code, 'Ё', 'Е') end;
alter table coupons add constraint coupons_code_key_key unique (code_key);
alter table coupons add constraint coupons_code_key_check check (code_key in (code, translate(code, 'Ё', 'Е')));

create function set_coupon_key() returns trigger language plpgsql as $$
begin
  new.code_key := translate(new.code, 'Ё', 'Е');
  return new;
end $$;
create trigger coupons_key before insert or update of code on coupons for each row execute function set_coupon_key();
