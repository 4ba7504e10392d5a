-- Whether the tab has words of an answer that are not sent yet, so that two people do not answer one request.
alter table staff_presence add is_writing boolean not null default false;
