-- How the entrance looks, a path under the files; null: there is no picture.
alter table department_details add column entrance_image text check (length(entrance_image) <= 300);
