#!/usr/bin/env python3
"""Counts parameters of convolutional networks, outputs of their layers and operations for one sample, layer by layer.

    convolution_counts.py DATA_DIR

Holds the counts against data/models.json. Prints every problem and a line "N passed, N failed"; exits with 1 on any
problem.

- The parameters are the published ones: that is what shows that the layers are right.
- The operations are too, where they were published: that shows that sizes and strides are right.
- Of networks whose outputs were published too, those are the same: that is what shows what is counted.
- Of the others, the outputs of the record are those counted here.

Layers are those of the published architectures, from general knowledge. What counts are the outputs of convolutions,
of transposed ones and of linear layers. Norms, activation functions, pooling and resizing count for nothing:
docs/memory.md#calibration tells the factor that stands for them.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from checks import Checks

TOLERANCE = 0.001  # of parameters: what is published is rounded, to three digits of some
OPERATIONS_TOLERANCE = 0.013  # some of those published count norms and pooling too, 1.2 % of DenseNet-121
ROUNDING = 0.0051  # of outputs, in millions: those published have two decimals, some cut off


class Tensor(NamedTuple):
    """What a layer passes on for one sample."""
    channels: int
    height: int
    width: int

    def values(self):
        return self.channels * self.height * self.width

    def resized(self, factor):
        return Tensor(self.channels, int(self.height * factor), int(self.width * factor))

    def beside(self, other):
        """Both in one, channel after channel."""
        assert self[1:] == other[1:], (self, other)
        return Tensor(self.channels + other.channels, self.height, self.width)


class Count:
    """Adds up parameters, outputs of layers, and operations, of which a multiply-add is two."""

    def __init__(self):
        self.parameters = self.outputs = self.operations = self.joined = 0

    def conv(self, x, channels, kernel, stride=1, padding=None, dilation=1, groups=1, bias=False, norm=2):
        """A convolution that pads to keep the size, unless told, and a norm of `norm` parameters per channel."""
        if padding is None:
            padding = dilation * (kernel - 1) // 2
        reach = dilation * (kernel - 1) + 1
        height, width = ((size + 2 * padding - reach) // stride + 1 for size in x[1:])
        weights = x.channels // groups * kernel * kernel
        self.parameters += channels * (weights + bias + norm)
        return self._passed(Tensor(channels, height, width), weights)

    def plain(self, x, channels, kernel, **settings):
        """A convolution with a bias and without a norm."""
        return self.conv(x, channels, kernel, bias=True, norm=0, **settings)

    def up(self, x, channels, kernel=3, bias=True):
        """A transposed convolution that doubles both sides."""
        weights = x.channels * kernel * kernel
        self.parameters += channels * (weights + bias)
        return self._passed(Tensor(channels, 2 * x.height, 2 * x.width), weights / 4)  # a quarter meets each output

    def norm_of_joined(self, x):
        """A norm of several outputs, copied into one for it."""
        self.parameters += 2 * x.channels
        self.joined += x.values()
        return x

    def linear(self, x, channels, bias=True):
        self.parameters += channels * (x.values() + bias)
        return self._passed(Tensor(channels, 1, 1), x.values())

    def add(self, other, passes=1):
        """What another network counts whose outputs are held `passes` times."""
        self.parameters += other.parameters
        self.outputs += passes * other.outputs
        self.operations += passes * other.operations

    def _passed(self, x, weights_met):
        self.outputs += x.values()
        self.operations += 2 * x.values() * weights_met
        return x


def pooled(x, kernel=2, stride=2, padding=0, ceil=0):
    height, width = ((size + 2 * padding - kernel + ceil * (stride - 1)) // stride + 1 for size in x[1:])
    return Tensor(x.channels, height, width)


# --- classifiers ------------------------------------------------------------------------------------------------

def alexnet():
    count = Count()
    x = pooled(count.plain(Tensor(3, 224, 224), 64, 11, stride=4, padding=2), 3)
    x = pooled(count.plain(x, 192, 5), 3)
    for channels in (384, 256, 256):
        x = count.plain(x, channels, 3)
    x = pooled(x, 3)
    for channels in (4096, 4096, 1000):
        x = count.linear(x, channels)
    return count


VGG_16 = (2, 2, 3, 3, 3)  # convolutions of 64, 128, 256, 512 and 512 channels, each group but the last pooled
VGG_19 = (2, 2, 4, 4, 4)


def vgg_features(count, x, repeats):
    """The convolutions of a VGG; gives what each group of them passes on, before it is pooled."""
    stages = []
    for repeat, channels in zip(repeats, (64, 128, 256, 512, 512)):
        if stages:
            x = pooled(x, ceil=1)
        for _ in range(repeat):
            x = count.plain(x, channels, 3)
        stages.append(x)
    return stages


def vgg(repeats):
    count = Count()
    x = pooled(vgg_features(count, Tensor(3, 224, 224), repeats)[-1])
    for channels in (4096, 4096, 1000):
        x = count.linear(x, channels)
    return count


def bottlenecks(count, x, blocks, width, channels, stride=1, dilations=(1, 1), groups=1, norm=2):
    """A stage of a ResNet. The stride, and the first of the dilations, are those of the 3x3 convolution of its first
    block; the shortcut beside that block is a convolution too."""
    for block in range(blocks):
        step = 1 if block else stride
        y = count.conv(x, width, 1, norm=norm)
        y = count.conv(y, width, 3, stride=step, dilation=dilations[bool(block)], groups=groups, norm=norm)
        y = count.conv(y, channels, 1, norm=norm)
        if block == 0:
            count.conv(x, channels, 1, stride=step, norm=norm)
        x = y
    return x


def resnet_stem(count, x, norm=2):
    return pooled(count.conv(x, 64, 7, stride=2, norm=norm), 3, 2, 1)


def resnet(blocks, groups=1, width=64):
    count = Count()
    x = resnet_stem(count, Tensor(3, 224, 224))
    for stage, repeat in enumerate(blocks):
        x = bottlenecks(count, x, repeat, width * 2 ** stage, 256 * 2 ** stage, 2 if stage else 1, groups=groups)
    count.linear(Tensor(x.channels, 1, 1), 1000)
    return count


def basic_resnet(blocks):
    """A ResNet of blocks with two 3x3 convolutions."""
    count = Count()
    x = resnet_stem(count, Tensor(3, 224, 224))
    for stage, repeat in enumerate(blocks):
        for block in range(repeat):
            step = 2 if stage and block == 0 else 1
            y = count.conv(count.conv(x, 64 * 2 ** stage, 3, stride=step), 64 * 2 ** stage, 3)
            if y != x:
                count.conv(x, y.channels, 1, stride=step)
            x = y
    count.linear(Tensor(x.channels, 1, 1), 1000)
    return count


def densenet_121():
    count = Count()
    x = resnet_stem(count, Tensor(3, 224, 224))
    for stage, layers in enumerate((6, 12, 24, 16)):
        if stage:
            x = pooled(count.conv(count.norm_of_joined(x), x.channels // 2, 1, norm=0))
        for _ in range(layers):
            x = x.beside(count.conv(count.conv(count.norm_of_joined(x), 128, 1), 32, 3, norm=0))
    count.linear(Tensor(count.norm_of_joined(x).channels, 1, 1), 1000)
    return count


def densenet_121_training():
    """Training keeps what was joined as it keeps the outputs of convolutions: a norm needs what it read."""
    count = densenet_121()
    count.outputs += count.joined
    return count


# --- detection and segmentation ---------------------------------------------------------------------------------

def yolo_v3(size=416):
    """Darknet-53 and three heads, for 80 classes."""
    count = Count()
    x = count.conv(Tensor(3, size, size), 32, 3)
    kept = []
    for channels, repeat in ((64, 1), (128, 2), (256, 8), (512, 8), (1024, 4)):
        x = count.conv(x, channels, 3, stride=2)
        for _ in range(repeat):
            x = count.conv(count.conv(x, channels // 2, 1), channels, 3)
        kept.append(x)
    for width, joined in ((512, None), (256, kept[3]), (128, kept[2])):
        if joined:
            x = count.conv(x, width, 1).resized(2).beside(joined)
        for _ in range(2):
            x = count.conv(count.conv(x, width, 1), 2 * width, 3)
        x = count.conv(x, width, 1)
        count.plain(count.conv(x, 2 * width, 3), 3 * (4 + 1 + 80), 1)
    return count


def ssd300_vgg_16():
    """For 91 classes, as Torchvision has it."""
    count = Count()
    stages = vgg_features(count, Tensor(3, 300, 300), VGG_16)
    count.parameters += 512  # the scale of the norm of the first map
    x = count.plain(pooled(stages[4], 3, 1, 1), 1024, 3, dilation=6)
    maps = [stages[3], count.plain(x, 1024, 1)]
    for middle, channels, settings in ((256, 512, {"stride": 2}), (128, 256, {"stride": 2}), (128, 256, {"padding": 0}),
                                       (128, 256, {"padding": 0})):
        maps.append(count.plain(count.plain(maps[-1], middle, 1), channels, 3, **settings))
    for x, boxes in zip(maps, (4, 6, 6, 6, 4, 4)):
        count.plain(x, boxes * 4, 3)
        count.plain(x, boxes * 91, 3)
    return count


def mask_r_cnn():
    """ResNet-50 with a feature pyramid, for 91 classes, as Torchvision trains it: norms fixed, 512 regions an image, of
    which a quarter, at most, hold an object and get a mask. An image of 800 x 1333 is padded to a multiple of 32."""
    count = Count()
    x = resnet_stem(count, Tensor(3, 800, 1344), norm=0)
    kept = []
    for stage, repeat in enumerate((3, 4, 6, 3)):
        x = bottlenecks(count, x, repeat, 64 * 2 ** stage, 256 * 2 ** stage, 2 if stage else 1, norm=0)
        kept.append(x)
    pyramid = [count.plain(count.plain(x, 256, 1), 256, 3) for x in kept]
    pyramid.append(pooled(pyramid[-1], 1, 2))
    for level, x in enumerate(pyramid):  # one head of proposals for all levels
        head = Count()
        x = head.plain(x, 256, 3)
        head.plain(x, 3, 1)
        head.plain(x, 3 * 4, 1)
        if level:
            head.parameters = 0
        count.add(head)
    regions = 512
    boxes = Count()
    x = boxes.linear(boxes.linear(Tensor(256, 7, 7), 1024), 1024)
    boxes.linear(x, 91)
    boxes.linear(x, 91 * 4)
    count.add(boxes, regions)
    masks = Count()
    x = Tensor(256, 14, 14)
    for _ in range(4):
        x = masks.plain(x, 256, 3)
    masks.plain(masks.up(x, 256, 2), 91, 1)
    count.add(masks, regions // 4)
    return count


def deeplab_v3():
    """On ResNet-101, an eighth of the size, for 21 classes with an auxiliary classifier, as Torchvision has it."""
    count = Count()
    x = resnet_stem(count, Tensor(3, 520, 520))
    x = bottlenecks(count, x, 3, 64, 256)
    x = bottlenecks(count, x, 4, 128, 512, 2)
    third = bottlenecks(count, x, 23, 256, 1024, dilations=(1, 2))
    x = bottlenecks(count, third, 3, 512, 2048, dilations=(2, 4))
    count.conv(Tensor(x.channels, 1, 1), 256, 1)  # of the mean over the image, spread over it again
    branches = [count.conv(x, 256, 1)] + [count.conv(x, 256, 3, dilation=rate) for rate in (12, 24, 36)]
    joined = Tensor(256 * (len(branches) + 1), *x[1:])
    count.plain(count.conv(count.conv(joined, 256, 1), 256, 3), 21, 1)
    count.plain(count.conv(third, 256, 3), 21, 1)
    return count


# --- networks that draw -----------------------------------------------------------------------------------------

def pix2pix_hd_generator():
    """The global generator at 1024 x 512 and the local enhancer at 2048 x 1024, from 35 classes and edges."""
    count = Count()
    image = Tensor(35 + 1, 1024, 2048)

    def down(x, channels):
        return count.plain(x, channels, 3, stride=2)

    def blocks(x, repeat):
        for _ in range(2 * repeat):
            x = count.plain(x, x.channels, 3)
        return x

    x = count.plain(Tensor(36, 512, 1024), 64, 7)
    for channels in (128, 256, 512, 1024):
        x = down(x, channels)
    x = blocks(x, 9)
    for channels in (512, 256, 128, 64):
        x = count.up(x, channels)
    enhanced = down(count.plain(image, 32, 7), 64)
    assert enhanced == x  # they are added
    x = count.up(blocks(enhanced, 3), 32)
    count.plain(x, 3, 7)
    return count


def pix2pix_hd_discriminators():
    """Three of the same layers, at the whole, half and quarter size, that see classes, edges and an image."""
    count = Count()
    for factor in (1, 1 / 2, 1 / 4):
        x = Tensor(36 + 3, 1024, 2048).resized(factor)
        for channels, stride in ((64, 2), (128, 2), (256, 2), (512, 1), (1, 1)):
            x = count.plain(x, channels, 4, stride=stride, padding=2)
    return count


def pix2pix_hd_training():
    """Beside the generator: the discriminators judge the drawn image twice, for themselves and for the generator, and
    the true image once; VGG-19 compares up to the first layer of its last group, fixed, for the drawn image alone."""
    count = pix2pix_hd_generator()
    count.add(pix2pix_hd_discriminators(), 3)
    vgg_features(count, Tensor(3, 1024, 2048), VGG_19[:4] + (1,))
    return count


RESOLUTIONS = [2 ** power for power in range(2, 11)]  # 4 to 1024
FUSED_FROM = 128  # from here on the size changes within a convolution, below beside it


def stylegan_channels(resolution):
    return min(16 * 1024 // resolution, 512)


def stylegan_colours(count, x, channels, is_used):
    """There is a layer to or from colours at each resolution; only that of the largest is in use in the end."""
    layer = Count()
    y = layer.plain(x, channels, 1)
    count.add(layer, 1 if is_used else 0)
    return y


def stylegan_generator():
    """Mapping and synthesis for 1024 x 1024."""
    count = Count()
    latent = Tensor(512, 1, 1)
    for _ in range(8):
        count.linear(latent, 512)
    x = Tensor(512, 4, 4)
    count.parameters += x.values() + x.channels  # what synthesis begins with, and a bias on it
    for resolution in RESOLUTIONS:
        channels = stylegan_channels(resolution)
        if resolution > 4:
            x = count.up(x, channels)
        x = count.plain(x, channels, 3)
        for _ in range(2):
            count.parameters += channels  # the strength of noise
            count.linear(latent, 2 * channels)  # the style
        stylegan_colours(count, x, 3, resolution == RESOLUTIONS[-1])
    return count


def stylegan_discriminator():
    count = Count()
    x = None
    for resolution in reversed(RESOLUTIONS):
        image = Tensor(3, resolution, resolution)
        seen = stylegan_colours(count, image, stylegan_channels(resolution), resolution == RESOLUTIONS[-1])
        x = count.plain(x or seen, seen.channels, 3) if resolution > 4 else x
        if resolution >= FUSED_FROM:
            x = count.plain(x, stylegan_channels(resolution // 2), 3, stride=2)
        elif resolution > 4:
            x = pooled(count.plain(x, stylegan_channels(resolution // 2), 3))
    x = count.plain(x.beside(Tensor(1, 4, 4)), 512, 3)  # beside how much the samples of a batch differ
    count.linear(count.linear(x, 512), 1)
    return count


def stylegan_training():
    """The discriminator's step, which holds more than the generator's: it judges a drawn image and a true one, and the
    gradients of the latter, which its penalty goes by, are as many values again."""
    count = Count()
    count.add(stylegan_discriminator(), 3)
    return count


# --- checks -----------------------------------------------------------------------------------------------------

# Those whose outputs are published.
KNOWN = {
    "densenet-121": densenet_121,
    "resnet-18": lambda: basic_resnet((2, 2, 2, 2)),
    "resnet-34": lambda: basic_resnet((3, 4, 6, 3)),
    "resnet-50": lambda: resnet((3, 4, 6, 3)),
    "resnet-101": lambda: resnet((3, 4, 23, 3)),
    "resnet-152": lambda: resnet((3, 8, 36, 3)),
    "resnext-50-32x4d": lambda: resnet((3, 4, 6, 3), groups=32, width=128),
    "vgg-16": lambda: vgg(VGG_16),
}
COUNTED = {
    "alexnet": alexnet,
    "deeplabv3-resnet-101": deeplab_v3,
    "mask-r-cnn-resnet-50": mask_r_cnn,
    "pix2pixhd": pix2pix_hd_generator,
    "ssd300-vgg-16": ssd300_vgg_16,
    "yolov3": yolo_v3,
}
COUNTED_PARTS = {"stylegan": {"generator": stylegan_generator, "discriminator": stylegan_discriminator}}
DRAWN_BY = {"stylegan": "generator"}  # the part that one runs
TRAINED = {
    "densenet-121": densenet_121_training,
    "pix2pixhd": pix2pix_hd_training,
    "stylegan": stylegan_training,
    "yolov3": lambda: yolo_v3(608),  # the largest size of those that training changes between
}
VGG_19_PARAMETERS = 143.67  # published; it is no network of the catalog, but judges the images of one


def main(data):
    check = Checks()
    models = json.loads((data / "models.json").read_text(encoding="utf-8"))["models"]
    known = {model["id"]: model for model in models}
    for name, counted in (KNOWN | COUNTED).items():
        check_parameters(name, counted(), known[name]["parameters_m"], check)
        check_outputs(name, "activations_m", counted(), known[name], check)
        check_operations(name, counted(), known[name], check)
    for name, parts in COUNTED_PARTS.items():
        for part in known[name]["parts"]:
            check_parameters(f"{name}, {part['name']}", parts[part["name"]](), part["parameters_m"], check)
        check_outputs(name, "activations_m", parts[DRAWN_BY[name]](), known[name], check)
    for name, counted in TRAINED.items():
        check_outputs(name, "training_activations_m", counted(), known[name], check)
    for model in models:
        check("training_activations_m" not in model or model["id"] in TRAINED,
              f"{model['id']}: training_activations_m that nobody counts")
    check_parameters("VGG-19", vgg(VGG_19), VGG_19_PARAMETERS, check)
    return check.report()


def check_parameters(name, count, published, check):
    off = count.parameters / 1e6 / published - 1
    check(abs(off) <= TOLERANCE, f"{name}: {count.parameters / 1e6:.3f} M parameters by its layers, {off:+.1%} from "
          f"{published} M")


def check_outputs(name, key, count, model, check):
    counted = count.outputs / 1e6
    check(abs(counted - model.get(key, 0)) <= ROUNDING, f"{name}: {key} is {model.get(key)}, counted {counted:.3f}")


def check_operations(name, count, model, check):
    published = model.get("forward_gflops")
    counted = count.operations / 1e9
    check(not published or abs(counted / published - 1) <= OPERATIONS_TOLERANCE,
          f"{name}: {counted:.2f} GFLOP by its layers, published {published}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(0 if main(Path(sys.argv[1])) else 1)
