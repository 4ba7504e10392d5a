-- Videos of a product, and the frames of its 360° views in their order. Paths are those of DATA_DIR/files;
-- videos lie in its folder `media`, posters and frames where other pictures do.
create table product_media (
  product_id integer not null references products(id) on delete cascade,
  position smallint not null check (position between 0 and 19),
  kind text not null check (kind in ('video', 'spin')),
  title text not null check (length(title) between 1 and 120),
  poster text not null check (poster <> ''),
  file text check (file ~ '^media/[A-Za-z0-9][A-Za-z0-9_.-]{0,120}\.(mp4|webm)$'),
  frames text[] not null default '{}',
  primary key (product_id, position),
  constraint product_media_fits_its_kind check (
    case kind when 'video' then file is not null and cardinality(frames) = 0
      else file is null and cardinality(frames) between 8 and 72 end
  )
);
