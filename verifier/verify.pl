#!/usr/bin/perl
# Checks the house's log and what it owes (docs/transparency.md, docs/solvency.md). Perl 5 with its
# own modules; the openssl command (OpenSSL 3) checks Ed25519.
#
#     verify.pl log SOURCE KEY [WITNESS...]
#     verify.pl proof FILE RECEIPT.json KEY HOUSE [WITNESS...]
#     verify.pl owed SOLVENCY.json TREE.json [PROOF.json PLAYER]
#
# SOURCE is the log's address (http) or a folder with the same paths; HOUSE is the key that receipts
# are signed with, in hex. Says what is wrong and ends with 1, or says what holds.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256 sha256);
use File::Temp qw(tempdir);
use HTTP::Tiny;
use IPC::Open3 qw(open3);
use JSON::PP;
use MIME::Base64 qw(decode_base64 encode_base64);

binmode STDOUT, ':utf8';
my $dash   = "\xe2\x80\x94";
my $json   = JSON::PP->new->utf8->canonical;
my $folder = tempdir(CLEANUP => 1);

sub wrong { print "WRONG  @_\n"; exit 1 }

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or wrong("$path can't be read.");
    local $/;
    return scalar <$file>;
}

sub spill {
    my ($name, $bytes) = @_;
    open my $file, '>:raw', "$folder/$name" or die $!;
    print $file $bytes;
    close $file;
    return "$folder/$name";
}

sub base64 {
    my ($text) = @_;
    my $bytes = decode_base64($text);
    wrong("This base64 has another spelling: $text.") if encode_base64($bytes, '') ne $text;
    return $bytes;
}

sub signed {
    my ($public, $message, $signature) = @_;
    my $der = pack('H*', '302a300506032b6570032100') . $public;
    my $pem = join "\n", '-----BEGIN PUBLIC KEY-----', encode_base64($der, ''),
        '-----END PUBLIC KEY-----', '';
    my @files = map { spill(@$_) } [ key => $pem ], [ in => $message ], [ sig => $signature ];
    my ($key, $in, $sig) = @files;
    my @how = (qw(-verify -pubin -inkey), $key, qw(-rawin -in), $in, '-sigfile', $sig);
    my ($none, $said);
    my $pid = eval { open3($none, $said, undef, qw(openssl pkeyutl), @how) };
    return 0 if !$pid;
    waitpid $pid, 0;
    return $? == 0;
}

# An openssl that can't check Ed25519 must not look like a lie of the house: the second test of RFC
# 8032, section 7.1, has to hold.
sub check_openssl {
    my ($public, $signature) = map { pack 'H*', $_ }
        '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da'
        . '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00';
    return if signed($public, "\x72", $signature);
    print STDERR "Nothing was checked: the openssl command can't check Ed25519. Take OpenSSL 3.\n";
    exit 2;
}

# Notes and checkpoints

sub key_of {
    my ($text) = @_;
    my ($name, $id, $encoded) = $text =~ /^([^+]+)\+([0-9a-f]{8})\+(.+?)\s*$/
        or wrong("$text is no key.");
    my $key = base64($encoded);
    wrong("The key of $name has another id.") if unpack('H8', sha256("$name\n$key")) ne $id;
    return { name => $name, id => pack('H*', $id), type => ord $key, public => substr $key, 1 };
}

# The size and the root of a checkpoint that these keys have signed, the log's first.
sub checkpoint {
    my ($note, @keys) = @_;
    my $end = rindex $note, "\n\n";
    wrong('The checkpoint is no signed note.') if $end < 0 || $note !~ /\n\z/;
    my $text = substr $note, 0, $end + 1;
    my ($origin, $size, $root, @more) = split /\n/, $text, -1;
    wrong("This is no checkpoint of $keys[0]{name}.")
        if @more < 1 || $origin ne $keys[0]{name} || $size !~ /^(0|[1-9][0-9]{0,15})$/;
    my @lines = map {
        my ($name, $bytes) = /^$dash ([^ +]+) ([^ ]+)$/ or wrong('A line is no signature.');
        [ $name, base64($bytes) ]
    } split /\n/, substr $note, $end + 2;
    for my $key (@keys) {
        my @mine = grep { $_->[0] eq $key->{name} && substr($_->[1], 0, 4) eq $key->{id} } @lines;
        wrong("The checkpoint lacks the signature of $key->{name}.") if !@mine;
        for (@mine) {
            my ($message, $signature) = ($text, substr $_->[1], 4);
            if ($key->{type} == 4) {
                $message   = 'cosignature/v1' . "\ntime " . unpack('Q>', $signature) . "\n$text";
                $signature = substr $signature, 8;
            }
            wrong("The signature of $key->{name} on the checkpoint is wrong.")
                if !signed($key->{public}, $message, $signature);
        }
    }
    return ($size, base64($root));
}

# The tree

# A place has one spelling, so that none is given twice.
sub is_index { return $_[0] =~ /\A(?:0|[1-9][0-9]{0,15})\z/ }

sub leaf_hash { return sha256("\x00$_[0]") }
sub node_hash { return sha256("\x01$_[0]$_[1]") }

sub root_of {
    my @hashes = @_;
    return sha256('') if !@hashes;
    return $hashes[0] if @hashes == 1;
    my $split = 1;
    $split *= 2 while $split * 2 < @hashes;
    return node_hash(root_of(@hashes[ 0 .. $split - 1 ]), root_of(@hashes[ $split .. $#hashes ]));
}

sub root_of_path {
    my ($node, $index, $size, @path) = @_;
    wrong("There is no entry $index in $size.") if $index >= $size;
    my $last = $size - 1;
    for my $beside (@path) {
        wrong('The path is too long.') if $last == 0;
        if ($index % 2 || $index == $last) {
            $node = node_hash($beside, $node);
            ($index, $last) = ($index >> 1, $last >> 1) while !($index % 2) && $index;
        }
        else { $node = node_hash($node, $beside) }
        ($index, $last) = ($index >> 1, $last >> 1);
    }
    wrong('The path is too short.') if $last;
    return $node;
}

sub reader {
    my ($source) = @_;
    return sub { slurp("$source/$_[0]") }
        if $source !~ m{^https?://};
    my $http = HTTP::Tiny->new;
    return sub {
        my $answer = $http->get("$source/$_[0]");
        wrong("$_[0] can't be read: $answer->{status}.") if !$answer->{success};
        return $answer->{content};
    };
}

sub tile_path {
    my ($level, $index, $width) = @_;
    my @groups = sprintf('%03d', $index % 1000);
    unshift @groups, sprintf 'x%03d', $index % 1000 while $index = int($index / 1000);
    return "tile/$level/" . join('/', @groups) . ($width < 256 ? ".p/$width" : '');
}

sub check_log {
    my ($source, @keys) = @_;
    my $read = reader($source);
    my ($size, $root) = checkpoint($read->('checkpoint'), @keys);
    my @hashes;
    for (my $index = 0; $index * 256 < $size; $index += 1) {
        my $width  = $size - $index * 256 < 256 ? $size - $index * 256 : 256;
        my @bundle = unpack '(n/a)*', $read->(tile_path('entries', $index, $width));
        wrong("Bundle $index has other than $width entries.") if @bundle != $width;
        push @hashes, map { leaf_hash($_) } @bundle;
    }
    wrong("The checkpoint has another root than its $size entries.") if root_of(@hashes) ne $root;
    for (my $level = 0; @hashes; $level += 1) {
        my @above;
        for (my $index = 0; $index * 256 < @hashes; $index += 1) {
            my $last = $index * 256 + 255 < $#hashes ? $index * 256 + 255 : $#hashes;
            my @part = @hashes[ $index * 256 .. $last ];
            wrong("Tile $level/$index is not that of the entries below it.")
                if $read->(tile_path($level, $index, scalar @part)) ne join '', @part;
            push @above, root_of(@part) if @part == 256;
        }
        @hashes = @above;
    }
    print "This log checks out: $size entries.\n";
    return;
}

# Receipts

# The root over receipts that were signed at once: an odd node moves up as it is.
sub root_of_batch {
    my ($node, $batch) = @_;
    my ($index, $size, @path) = ($batch->{index}, $batch->{size}, @{ $batch->{path} });
    wrong('The receipt has no place in its batch.') if !is_index($index) || $index >= $size;
    while ($size > 1) {
        if (($index ^ 1) < $size) {
            my $beside = pack 'H*', shift(@path) // wrong('The path in the batch is too short.');
            $node = $index % 2 ? node_hash($beside, $node) : node_hash($node, $beside);
        }
        ($index, $size) = ($index >> 1, ($size + 1) >> 1);
    }
    wrong('The path in the batch is too long.') if @path;
    return unpack 'H*', $node;
}

sub check_proof {
    my ($file, $receipt_file, $house, @keys) = @_;
    my $receipt = $json->decode(slurp($receipt_file));
    my $facts   = $json->encode($receipt->{facts});
    my $message = $facts;
    if (my $batch = $receipt->{batch}) {
        my $root = root_of_batch(leaf_hash($facts), $batch);
        $message = qq({"receipt":"batch","root":"$root","size":$batch->{size},"version":"fair-1"});
    }
    wrong('The house has not signed this receipt.')
        if !signed(pack('H*', $house), $message, pack 'H*', $receipt->{signature});
    my ($head, $note) = split /\n\n/, slurp($file), 2;
    my ($first, @lines) = split /\n/, $head;
    wrong('This is no tlog-proof.') if !defined $note || $first ne 'c2sp.org/tlog-proof@v1';
    shift @lines if @lines && $lines[0] =~ /^extra /;
    my ($index) = (shift @lines // '') =~ /^index (0|[1-9][0-9]{0,15})$/
        or wrong('The proof names no place.');
    my ($size, $root) = checkpoint($note, @keys);
    my $entry = chr({ bet => 2, end => 3 }->{ $receipt->{facts}{receipt} }) . sha256($facts);
    wrong("This receipt is not at place $index of the log.")
        if root_of_path(leaf_hash($entry), $index, $size, map { base64($_) } @lines) ne $root;
    print "This receipt is in the log: entry $index of $size.\n";
    return;
}

# What is owed

sub amount {
    my ($text) = @_;
    my $is_sum = $text =~ /^(0|[1-9][0-9]{0,19})$/;
    wrong("The house counts what is no sum: $text.")
        if !$is_sum || length $text == 20 && $text gt '18446744073709551615';
    return 0 + $text;
}

sub node_from { return [ pack('H*', $_[0]{hash}), amount($_[0]{sum}) ] }

sub joined {
    my ($left, $right) = @_;
    wrong('A sum has more than 64 bits.') if $left->[1] > 18446744073709551615 - $right->[1];
    my $content = pack 'C a32 Q> a32 Q>', 1, @$left, @$right;
    return [ sha256($content), $left->[1] + $right->[1] ];
}

sub check_top {
    my ($top, $published) = @_;
    wrong('It leads to another root than the published one.')
        if unpack('H*', $top->[0]) ne $published->{root};
    wrong('It leads to another sum than the house says it owes.')
        if $top->[1] != sprintf '%.0f', $published->{owed} * 100;
    return;
}

sub check_tree {
    my ($levels, $published) = @_;
    my $below;
    for my $level (0 .. $#$levels) {
        my @nodes    = map { node_from($_) } @{ $levels->[$level] };
        my $expected = $below ? int((@$below + 1) / 2) : $published->{size};
        wrong("Level $level has " . @nodes . " nodes instead of $expected.") if @nodes != $expected;
        for my $index ($below ? 0 .. $#nodes : ()) {
            my ($left, $right) = @$below[ 2 * $index, 2 * $index + 1 ];
            my $made = $right ? joined($left, $right) : $left;
            wrong("The tree doesn't add up at node $index of level $level.")
                if $made->[0] ne $nodes[$index][0] || $made->[1] != $nodes[$index][1];
        }
        $below = \@nodes;
    }
    wrong("The tree doesn't end in one root.") if !$below || @$below != 1;
    check_top($below->[0], $published);
    return;
}

sub check_own {
    my ($proof, $published, $player) = @_;
    wrong('The proof is of another snapshot.') if $proof->{snapshot} ne $published->{snapshot};
    my @leaves = @{ $proof->{leaves} };
    wrong('You were left out: the tree has no leaf of yours.') if !@leaves;
    my $nonce = sha256('fkr-own-nonce' . pack('N/a', $player) . pack 'H*', $proof->{secret});
    wrong("The nonce wasn't made for you: another player may share your leaves.")
        if unpack('H*', $nonce) ne $proof->{nonce};
    my ($owed, %seen) = (0);
    for my $leaf (@leaves) {
        wrong('One leaf is shown twice.') if $seen{ $leaf->{index} }++;
        my @amounts = map { amount($_) } @{ $leaf->{amounts} };
        wrong('A leaf has other than six amounts.') if @amounts != 6;
        my $sum = 0;
        $sum += $_ for @amounts;
        my $tag  = hmac_sha256($proof->{snapshot}, $nonce);
        my $node = [ sha256("\x00$proof->{snapshot}" . pack('Q>6', @amounts) . $tag), $sum ];
        my ($index, $size, @path) = ($leaf->{index}, $published->{size}, @{ $leaf->{path} });
        wrong("The tree has no leaf $index.") if !is_index($index) || $index >= $size;
        while ($size > 1) {
            if (($index ^ 1) < $size) {
                my $beside = node_from(shift(@path) // wrong('A way to the root is too short.'));
                $node = $index % 2 ? joined($beside, $node) : joined($node, $beside);
            }
            ($index, $size) = ($index >> 1, ($size + 1) >> 1);
        }
        wrong('A way to the root is too long.') if @path;
        check_top($node, $published);
        $owed += $sum;
    }
    return $owed;
}

sub check_owed {
    my ($list_file, $tree_file, $proof_file, $player) = @_;
    my $levels = $json->decode(slurp($tree_file))->{levels};
    my ($published) = grep { $_->{root} eq $levels->[-1][0]{hash} }
        @{ $json->decode(slurp($list_file))->{Data} };
    wrong('The list has no snapshot with the root of this tree.') if !$published;
    check_tree($levels, $published);
    print "The tree of $published->{snapshot} adds up to $published->{owed} fkr.\n";
    return if !defined $player;
    my $proof = $json->decode(slurp($proof_file));
    my $owed  = check_own($proof->{Data} // $proof, $published, $player);
    printf "You are in it, with %s fkr.\n", $owed / 100;
    return;
}

my ($what, @given) = @ARGV;
$what //= '';
check_openssl() if $what eq 'log' || $what eq 'proof';
if ($what eq 'log' && @given >= 2) {
    my ($source, @keys) = @given;
    check_log($source, map { key_of($_) } @keys);
}
elsif ($what eq 'proof' && @given >= 4) {
    my ($file, $receipt, $log, $house, @witnesses) = @given;
    check_proof($file, $receipt, $house, map { key_of($_) } $log, @witnesses);
}
elsif ($what eq 'owed' && (@given == 2 || @given == 4)) { check_owed(@given) }
else { print STDERR "See the head of this file.\n"; exit 2 }
