-- S7-27: a banner's picture is a stored one or lies on an image host under a content path; the proxy fetches from the hosts of IMAGE_HOSTS alone.
alter table wobblers drop constraint wobblers_background_image_check;
alter table wobblers add constraint wobblers_background_image_check
  check (background_image ~ '^([a-z0-9_-]+|https?://[a-z0-9.-]+(:[0-9]{1,5})?)(/[A-Za-z0-9._-]+)+$');
