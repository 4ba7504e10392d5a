-- Where the person wrote from (scheme://host[:port]), for the link of the answer's letter.
alter table tickets add column origin text;
