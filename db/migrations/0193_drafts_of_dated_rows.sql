-- A draft is shown to nobody, whatever its dates say.
alter table actions add column is_draft boolean not null default false;
alter table coupons add column is_draft boolean not null default false;
alter table menu_links add column is_draft boolean not null default false;
alter table home_layouts add column is_draft boolean not null default false;
-- No order is reckoned with a draft: an order counts a use of its coupon.
alter table coupons add constraint coupons_draft_check check (not is_draft or used_count = 0);
